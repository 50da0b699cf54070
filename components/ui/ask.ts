export const QUESTION_EVENT = "lacambeche:question";

export type Question = { text: string; answer: (isYes: boolean) => void };

/** Shows a question with the buttons to confirm and to cancel, above everything on the page. */
export const ask = (text: string): Promise<boolean> =>
  new Promise((answer) => {
    window.dispatchEvent(new CustomEvent<Question>(QUESTION_EVENT, { detail: { text, answer } }));
  });

/** Runs something after the person has confirmed the question. */
export function whenConfirmed(text: string, run: () => unknown): void {
  void ask(text).then((isYes) => isYes && run());
}
