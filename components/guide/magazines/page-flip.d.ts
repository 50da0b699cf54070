/** The part of page-flip that the reader uses; the package ships no types. */
declare module "page-flip/dist/js/page-flip.module.js" {
  type Settings = {
    width: number;
    height: number;
    size: "stretch";
    minWidth: number;
    maxWidth: number;
    minHeight: number;
    maxHeight: number;
    startPage: number;
    flippingTime: number;
    maxShadowOpacity: number;
    showCover: boolean;
    usePortrait: boolean;
    clickEventForward: boolean;
  };
  type State = "user_fold" | "fold_corner" | "flipping" | "read";

  export class PageFlip {
    constructor(block: HTMLElement, settings: Settings);
    loadFromHTML(pages: readonly HTMLElement[]): void;
    on(event: "flip", listener: (event: { data: number }) => void): this;
    on(event: "changeState", listener: (event: { data: State }) => void): this;
    flipNext(corner?: "top" | "bottom"): void;
    flipPrev(corner?: "top" | "bottom"): void;
    turnToPage(index: number): void;
    getState(): State;
    getRender(): { timer: number; render: (now: number) => void };
    update(): void;
    destroy(): void;
  }
}
