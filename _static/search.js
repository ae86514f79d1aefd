// Поиск по разделам книги: stopwords и Stemmer (русские) даёт Sphinx, упорядочивает MiniSearch.

// Тройки [имя страницы, её заголовок в оглавлении, разделы]; раздел — [якорь, заголовок, текст, код].
// Их добавляют сюда файлы _search/*.js, которые при сборке пишет _ext/book_site.py.
const PAGES = [];

const WORD = /[\p{L}\p{N}_]+/gu;
const stemmer = new Stemmer();
const stop = new Set(stopwords);

// Слово запроса: основа русского слова (Stemmer заодно пишет е вместо ё), остальное — как есть.
// Служебные слова не ищутся.
function term(word) {
  const text = word.toLowerCase();
  if (stop.has(text)) return null;
  return /[а-яё]/.test(text) ? stemmer.stemWord(text) : text;
}

// В указатель имя попадает и целиком, и по частям: has_aux находят и «has aux», и «aux».
function terms(word) {
  return word.includes("_") ? [word.toLowerCase(), ...word.split("_").filter(Boolean).map(term)] : term(word);
}

function buildIndex() {
  const index = new MiniSearch({
    fields: ["pageTitle", "short", "title", "text", "code"],
    tokenize: (text) => text.match(WORD) ?? [],
    processTerm: terms,
    searchOptions: {
      boost: { pageTitle: 2, short: 2, title: 3, code: 0.5 },
      prefix: (word) => word.length > 3,
      fuzzy: (word) => (word.length > 5 ? 0.15 : false),
      processTerm: term,
    },
  });
  const sections = PAGES.flatMap(([page, short, list]) =>
    list.map(([anchor, title, text, code]) => ({ page, pageTitle: list[0][1], short, anchor, title, text, code })),
  );
  index.addAll(sections.map((section, id) => ({ id, ...section })));
  return { index, sections };
}

// Страницы по убыванию лучшего раздела: [[раздел, найденные слова], …] для каждой.
// Разделы, которые вдесятеро хуже первого, только мешали бы.
function find({ index, sections }, query) {
  const pages = new Map();
  const results = index.search(query);
  for (const result of results.filter(({ score }) => score > results[0].score / 10)) {
    const section = sections[result.id];
    if (!pages.has(section.page)) pages.set(section.page, []);
    pages.get(section.page).push([section, new Set(result.terms)]);
  }
  return [...pages.values()];
}

// Отрывок вокруг первого найденного слова (нет его — начало раздела); найденные слова выделены.
function excerpt(section, found) {
  const isFound = (match) => [terms(match[0])].flat().some((word) => found.has(word));
  const hitsIn = (text) => [...text.matchAll(WORD)].filter(isFound);
  const places = [section.text, section.code].map((text) => [text, hitsIn(text)]);
  const [source, hits] = places.find(([, hits]) => hits.length) ?? places[0];
  const start = hits.length ? Math.max(0, source.lastIndexOf(" ", hits[0].index - 60)) : 0;
  const end = start + 220;
  const paragraph = document.createElement("p");
  let position = start;
  paragraph.append(start ? "…" : "");
  for (const hit of hits.filter((match) => match.index + match[0].length < end)) {
    const mark = document.createElement("mark");
    mark.textContent = hit[0];
    paragraph.append(source.slice(position, hit.index), mark);
    position = hit.index + hit[0].length;
  }
  paragraph.append(source.slice(position, end), end < source.length ? "…" : "");
  return paragraph;
}

function link(section, text) {
  const a = document.createElement("a");
  a.href = `${section.page}.html${section.anchor && "#" + section.anchor}`;
  a.textContent = text;
  return a;
}

function show(pages) {
  const results = document.querySelector("#search-results");
  for (const found of pages) {
    const block = document.createElement("section");
    const heading = document.createElement("h2");
    heading.append(link({ ...found[0][0], anchor: "" }, found[0][0].pageTitle));
    block.append(heading);
    for (const [section, words] of found.slice(0, 3)) {
      const item = document.createElement("div");
      if (section.anchor) item.append(link(section, section.title));
      item.append(excerpt(section, words));
      block.append(item);
    }
    results.append(block);
  }
}

// Разделы грузятся, только когда есть что искать; тег script, в отличие от fetch, читает и с диска.
function load(page) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(script, { src: `_search/${page}.js`, onload: resolve, onerror: reject });
    document.head.append(script);
  });
}

async function search(query) {
  const status = document.querySelector("#search-status");
  status.textContent = "Ищу…";
  await Promise.all(document.querySelector("#search-results").dataset.pages.split(" ").map(load));
  const pages = find(buildIndex(), query);
  show(pages);
  const sections = pages.reduce((sum, found) => sum + found.length, 0);
  status.textContent = pages.length
    ? `Страниц: ${pages.length}, разделов: ${sections}.`
    : "Ничего не нашлось. Попробуйте другое слово или начало сообщения об ошибке.";
}

const query = new URLSearchParams(location.search).get("q") ?? "";
document.querySelectorAll("form.bd-search input").forEach((input) => (input.value = query));
if (query.trim()) search(query);
