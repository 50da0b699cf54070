import styles from "./issue-pages.module.css";

/** The sizes text may shrink to, in steps, before a page has to scroll. */
const FITS = [0.94, 0.88, 0.82, 0.76, 0.7];

const wrap = (className: string | undefined, child: HTMLElement) => {
  const box = document.createElement("div");
  box.className = className ?? "";
  box.append(child);
  return box;
};

/** A page of the text as a leaf of the book. */
export function leafOf(section: HTMLElement): HTMLElement {
  const sheet = section.cloneNode(true) as HTMLElement;
  for (const named of [sheet, ...sheet.querySelectorAll("[id]")]) named.removeAttribute("id");
  for (const picture of sheet.querySelectorAll("img")) picture.loading = "eager";
  sheet.className = styles.sheet ?? "";
  const leaf = wrap(styles.leaf, wrap(styles.frame, sheet));
  leaf.dataset.kind = section.dataset.kind;
  return leaf;
}

/** Makes the words fit their leaf; widths are relative, so what fits once fits at every size. */
export function fitLeaf(leaf: HTMLElement): void {
  const words = leaf.querySelector<HTMLElement>(`.${styles.words}`);
  const isFull = () => words !== null && words.scrollHeight > words.clientHeight + 1;
  if (!isFull()) return;
  leaf.dataset.full = "text";
  for (const fit of FITS) {
    if (!isFull()) return;
    leaf.style.setProperty("--fit", String(fit));
  }
  if (isFull()) leaf.dataset.full = "scroll";
}
