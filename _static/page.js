// То, ради чего скрипты темы раскладывали всю длинную страницу сразу; здесь — без этого.

// Широкий код прокручивается в своей рамке; клавиатуре для этого нужен tabindex. Ширину кода
// говорит число знаков в строке, а не раскладка. На широком экране вывод переносится сам.
function makeWideCodeFocusable() {
  const text = document.querySelector("article > section");
  const blocks = [...(text?.querySelectorAll("pre") ?? [])];
  if (!blocks.length) return;
  // Всё, что спрашивает раскладку, — до цикла: он только пишет.
  const pen = document.createElement("canvas").getContext("2d");
  const style = getComputedStyle(blocks[0]);
  pen.font = `${style.fontSize} ${style.fontFamily}`;
  const columns = (text.clientWidth - 40) / pen.measureText("0").width - 1;
  for (const pre of blocks) {
    const wraps = innerWidth >= 1000 && pre.closest(".cell_output");
    const longest = Math.max(...pre.textContent.split("\n").map((line) => line.length));
    pre.tabIndex = wraps || longest < columns ? -1 : 0;
  }
}
makeWideCodeFocusable();
addEventListener("resize", makeWideCodeFocusable);

// Раздел, который сейчас читают, отмечен в содержании страницы.
const links = new Map();
const reading = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      links.get(target).classList.toggle("active", isIntersecting);
    }
  },
  { rootMargin: "-12% 0px -88%" },
);
document.querySelectorAll(".bd-toc-nav a").forEach((link) => {
  const section = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  links.set(section, link);
  reading.observe(section);
});

// Отложенные разделы (book.css) раскладывает сам браузер, когда до них доходят. Переход по якорю
// раскладывает всё сразу: иначе высота страницы изменилась бы уже после прыжка.
document.addEventListener("click", ({ target }) => {
  if (target.closest('a[href^="#"]')) document.documentElement.classList.remove("from-top");
});
