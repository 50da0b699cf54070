import { PageFlip } from "page-flip/dist/js/page-flip.module.js";
import { spreadOf } from "@/lib/guide/magazines/rules";
import { fitLeaf, leafOf } from "./leaf";

export type Book = { show: (page: number) => void; resize: () => void; close: () => void };

type Options = { page: number; reducedMotion: boolean; onTurn: (page: number) => void };

const LEAF = { width: 600, height: 800 };
const SETTINGS = {
  ...LEAF,
  size: "stretch",
  minWidth: 200,
  maxWidth: 3000,
  minHeight: 260,
  maxHeight: 4000,
  maxShadowOpacity: 0.4,
  showCover: true,
  usePortrait: false,
  clickEventForward: true,
} as const;

/** Time after a change in which frames are still drawn. */
const AWAKE_MS = 1200;

/** Renders the pages as a book inside `host`; `onTurn` receives the page that the reader turned to by hand. */
export function openBook(
  host: HTMLElement,
  sections: readonly HTMLElement[],
  { page, reducedMotion, onTurn }: Options,
): Book {
  const block = document.createElement("div");
  host.append(block);
  const leaves = fittedLeaves(block, sections);
  const flip = new PageFlip(block, { ...SETTINGS, startPage: page - 1, flippingTime: reducedMotion ? 1 : 650 });
  flip.loadFromHTML(leaves);
  const drawFrames = sleepBetweenTurns(flip);
  const isOpen = (wanted: number, left: number) => spreadOf(left, sections.length).includes(wanted);
  let [target, left, isOurs] = [page, page, false];

  const turnToTarget = () => {
    if (isOpen(target, left)) return;
    drawFrames();
    isOurs = true;
    const [here, there] = [spreadOf(left, sections.length), spreadOf(target, sections.length)];
    if (!reducedMotion && there[0] === here.at(-1)! + 1) flip.flipNext("bottom");
    else if (!reducedMotion && there.at(-1) === here[0]! - 1) flip.flipPrev("bottom");
    else flip.turnToPage(target - 1);
  };
  flip.on("flip", ({ data }) => {
    left = data + 1;
    if (!isOurs && !isOpen(target, left)) {
      target = left;
      onTurn(left);
    }
  });
  flip.on("changeState", ({ data }) => {
    if (data !== "read") return;
    isOurs = false;
    turnToTarget();
  });
  return {
    show(wanted) {
      target = wanted;
      if (flip.getState() !== "flipping") turnToTarget();
      if (flip.getState() === "read") isOurs = false;
    },
    resize() {
      drawFrames();
      flip.update();
    },
    close() {
      flip.getRender().render = () => {};
      flip.destroy();
    },
  };
}

function fittedLeaves(block: HTMLElement, sections: readonly HTMLElement[]): HTMLElement[] {
  const leaves = sections.map(leafOf);
  block.append(...leaves);
  for (const leaf of leaves) {
    leaf.style.cssText = `position:absolute;visibility:hidden;width:${LEAF.width}px;height:${LEAF.height}px`;
  }
  for (const leaf of leaves) fitLeaf(leaf);
  for (const leaf of leaves) leaf.remove();
  return leaves;
}

/** The library redraws on every animation frame without end; skips the frames while no page is turning. */
function sleepBetweenTurns(flip: PageFlip): () => void {
  const render = flip.getRender();
  const draw = render.render.bind(render);
  let until = performance.now() + AWAKE_MS;
  render.render = (now) => {
    if (flip.getState() !== "read") until = now + AWAKE_MS;
    if (now < until) draw(now);
    else render.timer = now;
  };
  return () => {
    until = performance.now() + AWAKE_MS;
  };
}
