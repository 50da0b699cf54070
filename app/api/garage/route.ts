import { accountHandler } from "@/lib/platform/handler";
import { listGarageCars } from "@/lib/garage/diary/queries";
import type { PlannerCarsAnswer } from "@/lib/travel/trips/schema";

/** The cars that the account may choose in the planner: own ones and those it edits. */
export const GET = accountHandler({ name: "garage", limit: "vehicleLog" }, async ({ account, client }) => {
  const answer: PlannerCarsAnswer = { cars: await listGarageCars(client, account.id) };
  return answer;
});
