import "server-only";
import type { z } from "zod";
import { outcomeOrThrow } from "../../../platform/supabase/or-throw";
import type { createSessionClient } from "../../../platform/supabase/session";
import { sentSchema, type pieceSchema } from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

/** Stores positions of the signed-in account's car. */
export async function sendPositions(client: Client, piece: z.output<typeof pieceSchema>) {
  return sentSchema.parse(outcomeOrThrow(await client.rpc("send_rally_positions", piece)));
}
