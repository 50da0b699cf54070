import { z } from "zod";
import { sendPositions } from "@/lib/events/rally/driving/mutations";
import { pieceSchema } from "@/lib/events/rally/driving/schema";
import { getOwnRally } from "@/lib/events/rally/queries";
import { jsonBody } from "@/lib/platform/body";
import { accountHandler } from "@/lib/platform/handler";

const params = z.object({ event: z.guid() });
const MAX_BYTES = 20_000;

/** The book of the account's car, which its device keeps; without secret controls of stages that have not ended. */
export const GET = accountHandler({ name: "rally", limit: "driving", params }, async ({ params: { event } }) =>
  getOwnRally(event),
);

/** Stores positions of a stage. Not an action: a device may send them long after a new version of the site. */
export const POST = accountHandler(
  { name: "rally positions", limit: "rallyPositions", params, body: jsonBody(pieceSchema, MAX_BYTES) },
  async ({ body, client }) => {
    const answer = await sendPositions(client, body);
    return Response.json(answer, { status: answer.outcome === "gone" ? 404 : 200 });
  },
);
