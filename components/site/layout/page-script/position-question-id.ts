export const POSITION_QUESTION_ID = "position-question";
/** Set on the dialog while it was closed and nothing was done with the answer yet. */
export const ANSWERED = "answered";
