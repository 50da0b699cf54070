import type { Page } from "./test";

/**
 * What makes the page wider than the screen, or is cut at its right edge: visible elements that reach beyond it and are
 * in no scrolled area of their own.
 */
export function sidewaysParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isScrolled = (element: Element) => {
      for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
        const { overflowX } = getComputedStyle(parent);
        if (overflowX === "auto" || overflowX === "scroll") return true;
        // A drawing or a map cuts what is outside of its frame.
        if (parent.matches("svg, .maplibregl-map, [data-slot=map]")) return true;
      }
      return false;
    };
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute("class")?.slice(0, 60) ?? ""} "${(element.textContent ?? "").trim().slice(0, 30)}"`;
    const beyond = [...document.body.querySelectorAll("*")].filter((element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(".sr-only, [aria-hidden=true]"))
        return false;
      const { right, width: own, height } = element.getBoundingClientRect();
      return own > 1 && height > 1 && right > width + 1 && !isScrolled(element);
    });
    const { scrollWidth } = document.documentElement;
    return [
      ...(scrollWidth > width ? [`page ${scrollWidth} px on ${width} px`] : []),
      ...beyond.slice(0, 8).map(nameOf),
    ];
  });
}
