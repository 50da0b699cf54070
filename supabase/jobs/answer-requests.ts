import type { Job } from "./job";

/** Mails people the team's decision about their request or application, two minutes after the decision. */
export const answerRequests: Job = {
  name: "answer-requests",
  schedule: "60 s",
  run: async ({ sql }) => void (await sql`select private.answer_requests()`),
};
