import "server-only";
import { z } from "zod";
import { cache } from "react";
import { stateTag } from "../../platform/cache-tags";
import { orThrow } from "../../platform/supabase/or-throw";
import { createPublicClient } from "../../platform/supabase/public";
import { readPage, type Order } from "../../platform/supabase/read-page";
import { createSessionClient } from "../../platform/supabase/session";

/** Whether visitors can write to a place: it is published and has an owner. */
export const takesMessages = cache(async (service: string, abbr: string): Promise<boolean> => {
  return orThrow(
    await createPublicClient([stateTag("services", abbr)]).rpc("takes_messages", { service }, { get: true }),
  );
});

export const MESSAGES_PAGE = 30;
const OPEN_FIRST: Order = [
  ["done_at", false],
  ["created_at", false],
  ["id", false],
];
const COLUMNS = "id, name, email, body, answer, answered_at, done_at, created_at";

const messagesSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    body: z.string(),
    answer: z.string().nullable(),
    answered_at: z.string().nullable(),
    done_at: z.string().nullable(),
    created_at: z.string(),
  }),
);
export type PlaceMessage = z.output<typeof messagesSchema>[number];

/** Messages to an own place: open ones first, then the newest. */
export async function listMessages(service: string, page: number) {
  const client = await createSessionClient();
  const { rows, total } = await readPage({ page, per: MESSAGES_PAGE }, OPEN_FIRST, (counting) =>
    client
      .from("service_messages")
      .select(counting ? "id" : COLUMNS, counting)
      .eq("service_id", service),
  );
  return { rows: messagesSchema.parse(rows), total };
}
