export const QUESTION_EVENT = "lacambeche:question";

export type Question = { text: string; answer: (isYes: boolean) => void };

/**
 * Shows a question with the buttons to confirm and to cancel, above everything on the page. The event is sent in a
 * microtask: state that is set inside a transition is shown only after the transition has ended, which waits for the answer.
 */
export const ask = (text: string): Promise<boolean> =>
  new Promise((answer) => {
    queueMicrotask(() => window.dispatchEvent(new CustomEvent<Question>(QUESTION_EVENT, { detail: { text, answer } })));
  });

/** Runs something after the person has confirmed the question. */
export function whenConfirmed(text: string, run: () => unknown): void {
  void ask(text).then((isYes) => isYes && run());
}
