import { accountHandler } from "@/lib/platform/handler";
import { listLogCars } from "@/lib/garage/entries/queries";
import type { LogAnswer } from "@/lib/garage/entries/schema";

/** The account and what its device stores of its cars to add entries without a connection. */
export const GET = accountHandler({ name: "vehicle-log", limit: "vehicleLog" }, async ({ account, client }) => {
  const answer: LogAnswer = { owner: account.id, cars: await listLogCars(client, account.id) };
  return answer;
});
