import type { Page } from "./test";

/**
 * What of the selected elements is covered by something else: each part that is on the screen inside its scrolled
 * areas, when another selected element overlaps it or another element is painted over its middle.
 */
export function coveredParts(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((selected) => {
    const nameOf = (element: Element) =>
      (
        element.getAttribute("data-instrument") ??
        element.getAttribute("data-ahead") ??
        element.textContent ??
        ""
      ).trim();
    /** The part of an element that its scrolled areas and the screen leave visible. */
    const shownOf = (element: Element) => {
      let { left, top, right, bottom } = element.getBoundingClientRect();
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (getComputedStyle(parent).overflow === "visible") continue;
        const area = parent.getBoundingClientRect();
        [left, top] = [Math.max(left, area.left), Math.max(top, area.top)];
        [right, bottom] = [Math.min(right, area.right), Math.min(bottom, area.bottom)];
      }
      [left, top] = [Math.max(left, 0), Math.max(top, 0)];
      [right, bottom] = [Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
      return { element, left, top, right, bottom };
    };
    const shown = [...document.querySelectorAll(selected)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map(shownOf)
      .filter(({ left, top, right, bottom }) => right - left > 1 && bottom - top > 1);
    const isOneTree = (one: Element, other: Element) => one.contains(other) || other.contains(one);
    return shown.flatMap((one, index) => {
      const { left, top, right, bottom } = one;
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const painted = over && !isOneTree(one.element, over) ? [`${nameOf(one.element)} under ${over.tagName}`] : [];
      const overlapping = shown.slice(index + 1).filter((other) => {
        const width = Math.min(right, other.right) - Math.max(left, other.left);
        const height = Math.min(bottom, other.bottom) - Math.max(top, other.top);
        return width > 1 && height > 1 && !isOneTree(one.element, other.element);
      });
      return [...painted, ...overlapping.map((other) => `${nameOf(one.element)} over ${nameOf(other.element)}`)];
    });
  }, selector);
}
