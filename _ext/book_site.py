"""Достраивает страницы Jupyter Book: формулы, шрифты, описания, поиск, Markdown для скачивания."""

import hashlib
import json
import re
import shutil
from html import unescape
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

import pydata_sphinx_theme
import yaml
import ziamath
from docutils import nodes
from fontTools import subset
from math_core import LatexToMathML
from PIL import Image
from sphinx.errors import ExtensionError
from sphinx.util.osutil import relative_uri

WORDS_PER_MINUTE = 184  # среднее по 17 языкам: IReST, doi 10.1167/iovs.11-8284
AWESOME = Path(pydata_sphinx_theme.__file__).parent.joinpath(
    "theme/pydata_sphinx_theme/static/vendor/fontawesome/6.5.2"
)
FONTS = {
    "icons": AWESOME / "webfonts/fa-solid-900.woff2",
    "math": Path(ziamath.__file__).parent / "fonts/STIXTwoMath-Regular.ttf",
}
STYLES = [
    "basic.css",
    "styles/bootstrap.css",
    "styles/pydata-sphinx-theme.css",
    "styles/sphinx-book-theme.css",
    "pygments.css",
    "copybutton.css",
    "mystnb.*.css",
    "book.css",
]
DESIGN = ("_ext", "_static", "_templates")
EAGER = '"pre, .nboutput > .output_area, .cell_output > .output, .jp-RenderedHTMLCommon"'


def digest(app):
    """Меняется вместе с оформлением: Sphinx сам не пересобирает страниц, если изменились стили."""
    files = sorted(f for d in DESIGN for f in Path(app.srcdir, d).glob("*.*"))
    return hashlib.sha256(b"".join(f.read_bytes() for f in files)).hexdigest()


def set_addresses(app, config):
    """Все адреса выводятся из repository.url."""
    repository = config.html_theme_options["repository_url"].rstrip("/")
    owner, name = urlsplit(repository).path.strip("/").split("/")
    config.html_baseurl = f"https://{owner.lower()}.github.io/{name}/"
    config.html_context |= {"repository": repository, "digest": digest(app)}


def contents(app):
    """Оглавление: [(заголовок части, [(имя страницы, её короткий заголовок)])]."""
    toc = yaml.safe_load(Path(app.srcdir, "_toc.yml").read_text("utf-8"))
    yield "", [(toc["root"], "")]
    for part in toc["parts"]:
        pages = [(Path(c["file"]).with_suffix("").as_posix(), c["title"]) for c in part["chapters"]]
        yield part["caption"], pages


def jax_version(app):
    pins = Path(app.srcdir, "requirements.in").read_text("utf-8")
    return re.search(r"^jax==(.+)$", pins, re.M)[1]


# --- Формулы: LaTeX превращается в MathML при сборке, браузеру скрипт не нужен ----------------


def mathml(node):
    block = isinstance(node, nodes.math_block)
    return LatexToMathML().convert_with_local_state(node.astext(), displaystyle=block)


def visit_math(translator, node):
    text = mathml(node)
    block = isinstance(node, nodes.math_block)
    translator.body.append(f'<div class="formula">{text}</div>' if block else text)
    raise nodes.SkipNode


# --- Страница ---------------------------------------------------------------------------------


def describe(app, doctree):
    """Описание страницы — её первый абзац."""
    lead = next(doctree.findall(nodes.paragraph)).astext()
    app.env.metadata[app.env.docname]["description"] = " ".join(lead.split())


def name_folds(app, doctree):
    """Подпись свёрнутой ячейки — её первая строка `#@title …`, как в Colab; из кода она уходит."""
    for cell in doctree.findall(
        lambda node: isinstance(node, nodes.Element) and "prompt_show" in node
    ):
        for block in cell.findall(nodes.literal_block):
            title, _, code = block.astext().partition("\n")
            if title.startswith("#@title "):
                cell["prompt_show"] = cell["prompt_hide"] = title.removeprefix("#@title ")
                block.clear()
                block += nodes.Text(code)
                block.rawsource = code


def prose(node):
    """Абзацы как читаемый текст: формулы — знаками, а не в LaTeX."""
    for paragraph in node.findall(nodes.paragraph):
        yield "".join(
            unescape(re.sub("<[^>]*>", "", mathml(part)))
            if isinstance(part, nodes.math)
            else part.astext()
            for part in paragraph
        )


def questions(doctree):
    """Вопросы и ответы раздела FAQ: пары (заголовок, абзацы под ним)."""
    for section in doctree.findall(nodes.section):
        if section[0].astext() == "FAQ":
            for item in section.findall(nodes.section):
                if item is not section:
                    yield item[0].astext(), "\n\n".join(prose(item))


def structured_data(app, pagename, context, doctree):
    common = {"inLanguage": "ru", "author": {"@type": "Organization", "name": app.config.author}}
    page = {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "headline": context["plain_title"],
        "description": context["meta"]["description"],
        "url": context["pageurl"],
        "image": context["picture"],
        "isPartOf": {"@type": "Book", "name": app.config.html_title, "url": context["home"]},
        **common,
    }
    found = [page]
    faq = [
        {"@type": "Question", "name": q, "acceptedAnswer": {"@type": "Answer", "text": a}}
        for q, a in questions(doctree)
    ]
    if faq:
        found.append({"@context": "https://schema.org", "@type": "FAQPage", "mainEntity": faq})
    return json.dumps(found, ensure_ascii=False).replace("</", "<\\/")


def classes_around(node):
    found = set()
    while node := node.parent:
        found.update(node.get("classes", []))
    return found


def sections(doctree):
    """Разделы страницы для поиска: [якорь, заголовок, текст, код]; свёрнутый код не ищется."""
    for section in doctree.findall(nodes.section):
        text, code = [], []
        for child in section[1:]:
            if isinstance(child, nodes.section):
                continue
            for block in child.findall(nodes.literal_block):
                classes = classes_around(block)
                folded = classes & {"tag_hide-input", "tag_hide-cell"}
                if not (folded and "cell_input" in classes):
                    code.append(block.astext())
            for word in child.findall(nodes.Text):
                if not isinstance(word.parent, (nodes.literal_block, nodes.raw)):
                    text.append(word.astext())
        if text or code:
            anchor = "" if section.parent is doctree else section["ids"][0]
            yield anchor, section[0].astext(), " ".join(text), "\n".join(code)


def image_size(file):
    if file.suffix == ".svg":
        return re.search(r'width="(\d+)" height="(\d+)"', file.read_text("utf-8")).groups()
    return Image.open(file).size


def size_images(app, body):
    """Картинки грузятся, когда до них дошли; место под них занято заранее."""
    files = {name: Path(app.srcdir, source) for source, name in app.builder.images.items()}

    def sized(match):
        width, height = image_size(files[match[2]])
        return f'<img loading="lazy" width="{width}" height="{height}" {match[1]}'

    return re.sub(r'<img ([^>]*src="[^"]*/_images/([^"/]+)")', sized, body)


def fix_body(body):
    # Подпись «Toggle hidden content» спорит с видимой «Показать код» и не переводится.
    body = body.replace(' aria-label="Toggle hidden content"', "")
    # Широкая таблица прокручивается в своей рамке, в том числе с клавиатуры.
    table = 'class="pst-scrollable-table-container"'
    body = body.replace(table, table + ' tabindex="0"')
    # Настройки thebe, которым нечего настраивать: ячейки на странице не запускаются.
    body = re.sub("<script.*?</script>", "", body, flags=re.S)
    # Имена, знаки и пробелы в коде не окрашены: без своих тегов страница вдвое легче.
    return re.sub(r'<span class="[npw]">([^<]*)</span>', r"\1", body)


def finish_page(app, pagename, templatename, context, doctree):
    home = app.config.html_baseurl
    context |= {"home": home, "picture": home + "_static/card.png"}
    if pagename == "404":
        prefix = urlsplit(home).path  # страницу 404 открывают по любому адресу
        context["pathto"] = lambda uri, resource=False: (
            prefix + (uri if resource else app.builder.get_target_uri(uri))
        )
    if pagename == "search":
        context["documents"] = sorted(app.env.found_docs)
    if doctree is None:
        return
    context["plain_title"] = app.env.titles[pagename].astext()
    context["minutes"] = round(len(" ".join(prose(doctree)).split()) / WORDS_PER_MINUTE)
    issue = {
        "title": context["plain_title"],
        "body": f"Страница: {context['pageurl']}\nВерсия: JAX {jax_version(app)}\n\n",
    }
    context["issue"] = f"{context['repository']}/issues/new?{urlencode(issue, quote_via=quote)}"
    context["edit"] = f"{context['repository']}/edit/main/{pagename}.md"
    context["notebook"] = str(app.env.doc2path(pagename)).endswith(".ipynb")
    context["structured_data"] = structured_data(app, pagename, context, doctree)
    context["body"] = fix_body(size_images(app, context["body"]))
    short = next(title for _, part in contents(app) for name, title in part if name == pagename)
    data = json.dumps([pagename, short, [*sections(doctree)]], ensure_ascii=False)
    script = Path(app.outdir, "_search", pagename + ".js")
    script.parent.mkdir(parents=True, exist_ok=True)
    script.write_text(f"PAGES.push({data});\n", "utf-8")


def extra_pages(app):
    yield "404", {"title": "Страница не найдена"}, "404.html"
    for old, new in app.config.redirects.items():
        target = relative_uri(app.builder.get_target_uri(old), app.builder.get_target_uri(new))
        page = {"title": "Страница переехала", "target": target}
        page["canonical"] = app.config.html_baseurl + app.builder.get_target_uri(new)
        yield old, page, "redirect.html"


# --- После сборки -----------------------------------------------------------------------------


def font_and_icons(out):
    """Вырезает шрифты до знаков и значков, которые есть на страницах; отдаёт CSS значков."""
    pages = "".join(page.read_text("utf-8") for page in out.rglob("*.html"))
    awesome = (AWESOME / "css/all.min.css").read_text("utf-8")
    icons = {}
    for name in sorted(set(re.findall(r"\bfa-([a-z-]+)", pages))):
        if code := re.search(rf'\.fa-{name}:before[^{{]*\{{content:"\\([0-9a-f]+)"', awesome):
            icons[name] = code[1]
    formulas = unescape("".join(re.findall(r"<math.*?</math>", pages, re.S)))
    # Чего нет в тексте формул, но браузер рисует сам: курсивные буквы, корень, минус.
    italic = "".join(map(chr, [*range(0x1D434, 0x1D468), *range(0x1D6FC, 0x1D71C), 0x210E]))
    needed = {"icons": {int(code, 16) for code in icons.values()}}
    needed["math"] = {ord(c) for c in re.sub(r"<[^>]*>", "", formulas) + italic + "√−"}
    for name, source in FONTS.items():
        options = subset.Options(flavor="woff2", hinting=False, desubroutinize=True)
        font = subset.load_font(source, options)
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=needed[name])
        subsetter.subset(font)
        subset.save_font(font, out / f"_static/{name}.woff2", options)
    return "".join(f'.fa-{n}::before {{ content: "\\{c}"; }}\n' for n, c in icons.items())


def finish_site(app, error):
    if error or app.builder.name != "html":
        return
    out, home = Path(app.outdir), app.config.html_baseurl
    # Эта строка темы спрашивает размеры каждой ячейки и тем раскладывает страницу целиком.
    script = out / "_static/scripts/pydata-sphinx-theme.js"
    code = script.read_text("utf-8").replace(EAGER, '".lazy"')
    if '".lazy"' not in code:
        raise ExtensionError("pydata-sphinx-theme.js изменился: проверьте EAGER")
    script.write_text(code, "utf-8")

    icons = font_and_icons(out)
    styles = [next(out.glob(f"_static/{name}")).read_text("utf-8") for name in STYLES]
    Path(out, "_static/site.css").write_text("\n".join([*styles, icons]), "utf-8")
    for picture in out.glob("_images/*.png"):
        shrink(picture)

    root = app.env.metadata[app.config.root_doc]
    llms = f"# {app.config.html_title}\n\n> {root['description']}\n"
    docs = []
    for caption, pages in contents(app):
        llms += f"\n## {caption}\n\n" if caption else ""
        for doc, short in pages:
            docs.append(doc)
            about = app.env.metadata[doc]["description"]
            if short:
                llms += f"- [{app.env.titles[doc].astext()}]({home}{doc}.md): {about}\n"
    Path(out, "llms.txt").write_text(llms, "utf-8")
    for doc in docs:
        shutil.copyfile(Path(app.srcdir, doc + ".md"), out / f"{doc}.md")
    places = "".join(f"<url><loc>{home}{doc}.html</loc></url>" for doc in docs)
    schema = "http://www.sitemaps.org/schemas/sitemap/0.9"
    sitemap = (
        f'<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="{schema}">{places}</urlset>\n'
    )
    Path(out, "sitemap.xml").write_text(sitemap, "utf-8")
    robots = f"User-agent: *\nAllow: /\nSitemap: {home}sitemap.xml\n"
    Path(out, "robots.txt").write_text(robots, "utf-8")


def shrink(path):
    """График из 256 цветов на белом втрое легче и на вид не отличается."""
    picture = Image.open(path)
    if picture.mode == "RGBA":
        page = Image.new("RGBA", picture.size, "white")
        page.alpha_composite(picture)
        page.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


def setup(app):
    app.add_config_value("redirects", {}, "html")
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_math, None))
    app.connect("config-inited", set_addresses)
    app.connect("doctree-read", describe)
    app.connect("doctree-read", name_folds)
    app.connect("html-page-context", finish_page, priority=1000)
    app.connect("html-collect-pages", extra_pages)
    app.connect("build-finished", finish_site, priority=900)  # после pygments.css темы
    return {"parallel_read_safe": True, "parallel_write_safe": True}
