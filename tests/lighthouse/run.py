"""Измеряет готовый сайт Lighthouse (телефон, медиана трёх); код 1, если страница хуже порога."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent / "tools")]
import serve  # noqa: E402
from test_site import PAGES, SITE  # noqa: E402

GOALS = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
LIMIT_KB = 300
FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-background-networking"


def lighthouse(address):
    """Отчёт Lighthouse об одной загрузке страницы."""
    command = [HERE / "node_modules/.bin/lighthouse", address, "--quiet", "--output=json"]
    command += [f"--only-categories={','.join(GOALS)}", f"--chrome-flags={FLAGS}"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def measure(address):
    """Медианы: оценки, первая отрисовка в секундах, сдвиг раскладки, килобайты, запросы."""
    reports = [lighthouse(address) for _ in range(3)]
    audits = [report["audits"] for report in reports]
    files = [a["network-requests"]["details"]["items"] for a in audits]
    scores = [median(100 * r["categories"][name]["score"] for r in reports) for name in GOALS]
    return (
        scores,
        median(a["first-contentful-paint"]["numericValue"] / 1000 for a in audits),
        median(a["cumulative-layout-shift"]["numericValue"] for a in audits),
        median(sum(f["transferSize"] for f in loaded) / 1024 for loaded in files),
        median(map(len, files)),
    )


def main():
    if chromium := shutil.which("chromium"):  # Chrome Lighthouse находит сам
        os.environ.setdefault("CHROME_PATH", chromium)
    failed = []
    print(f"{'страница':44} {' / '.join(GOALS)} · FCP, с · сдвиг · КБ · запросы")
    with serve.running(SITE) as home:
        for page in sys.argv[1:] or [*PAGES, "search.html"]:
            scores, paint, shift, weight, requests = measure(home + page)
            marks = " / ".join(f"{score:.0f}" for score in scores)
            numbers = f"{paint:.1f} · {shift:.3f} · {weight:.0f} · {requests:.0f}"
            print(f"{page:44} {marks} · {numbers}", flush=True)
            low = any(score < goal for score, goal in zip(scores, GOALS.values(), strict=True))
            if low or shift >= 0.01 or weight > LIMIT_KB:
                failed.append(page)
    sys.exit("ниже порога: " + ", ".join(failed) if failed else 0)


if __name__ == "__main__":
    main()
