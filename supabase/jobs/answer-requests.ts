import type { Job } from "./job";

/** Mails the people whose request or application the team decided about, two minutes after the decision. */
export const answerRequests: Job = {
  name: "answer-requests",
  schedule: "60 s",
  run: async ({ sql }) => void (await sql`select private.answer_requests()`),
};
