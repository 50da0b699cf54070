import styles from "./issue-pages.module.css";

/** Layouts tried in order until the text fits: smaller letters, no picture, still smaller letters. */
const FITS = [
  { size: 1, full: undefined },
  { size: 0.94, full: undefined },
  { size: 0.9, full: undefined },
  ...[1, 0.94, 0.88, 0.82, 0.76, 0.7].map((size) => ({ size, full: "text" })),
];

const wrap = (className: string | undefined, child: HTMLElement) => {
  const box = document.createElement("div");
  box.className = className ?? "";
  box.append(child);
  return box;
};

/** A text page as a leaf of the book. */
export function leafOf(section: HTMLElement): HTMLElement {
  const sheet = section.cloneNode(true) as HTMLElement;
  for (const named of [sheet, ...sheet.querySelectorAll("[id]")]) named.removeAttribute("id");
  for (const picture of sheet.querySelectorAll("img")) picture.loading = "eager";
  sheet.className = styles.sheet ?? "";
  const leaf = wrap(styles.leaf, wrap(styles.frame, sheet));
  leaf.dataset.kind = section.dataset.kind;
  return leaf;
}

/** Makes the text fit its leaf, or lets the leaf scroll; widths are relative, so the result is valid at every size. */
export function fitLeaf(leaf: HTMLElement): void {
  const frame = leaf.querySelector<HTMLElement>(`.${styles.frame}`);
  const textElement = leaf.querySelector<HTMLElement>(`.${styles.words}`);
  if (!frame || !textElement) return;
  for (const { size, full } of FITS) {
    if (full) leaf.dataset.full = full;
    // Set on the frame because the page-flip library overwrites the leaf's own style.
    frame.style.setProperty("--fit", String(size));
    if (textElement.scrollHeight <= textElement.clientHeight + 1) return;
  }
  leaf.dataset.full = "scroll";
}
