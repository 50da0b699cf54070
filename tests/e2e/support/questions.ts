import type { Dialog, Page } from "@playwright/test";

/** Clicks a button of each question that opens in the page (0 cancels, 1 confirms). */
function clickButton({ place, times }: { place: number; times: number }): void {
  let left = times;
  const look = () => {
    const dialog = document.querySelector("dialog[data-question][open]");
    if (!dialog || left === 0) return;
    left--;
    dialog.querySelectorAll("button")[place]?.click();
  };
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["open"],
  });
}

const FOR_EVER = -1;

/** Answers the questions of a page, its own and those of the browser: all of them, or only the next one. */
export async function answerQuestions(
  page: Page,
  answer: "confirm" | "cancel" = "confirm",
  which: "all" | "next" = "all",
): Promise<void> {
  const isConfirmed = answer === "confirm";
  const given = { place: isConfirmed ? 1 : 0, times: which === "next" ? 1 : FOR_EVER };
  const onNative = (dialog: Dialog) => void (isConfirmed ? dialog.accept() : dialog.dismiss());
  if (which === "all") page.on("dialog", onNative);
  if (which === "all") await page.addInitScript(clickButton, given);
  await page.evaluate(clickButton, given);
}
