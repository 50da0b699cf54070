import "server-only";
import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { after } from "next/server";
import type { z } from "zod";
import { tokenHash } from "../../../platform/links/queries";
import { reportError } from "../../../platform/report";
import { orThrow } from "../../../platform/supabase/or-throw";
import { createSessionClient } from "../../../platform/supabase/session";
import { saleToken } from "./queries";
import type { addSaleLinkSchema, changeSaleLinkSchema } from "./schema";
import { outcomeSchema, savedOrGone } from "../../../platform/outcome-schema";

const addedSchema = outcomeSchema({ refused: ["limit", "invalid"], gone: true });
const changedSchema = outcomeSchema({ refused: ["invalid"], gone: true });

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Makes a sale link of an own car; only the hash of its token is stored. */
export async function addSaleLink(client: SessionClient, input: z.output<typeof addSaleLinkSchema>) {
  const link = randomUUID();
  const sent = { link, token_hash: tokenHash(saleToken(link)), ...input };
  return addedSchema.parse(orThrow(await client.rpc("add_sale_link", sent)));
}

export async function changeSaleLink(
  client: SessionClient,
  { id: link, ...input }: z.output<typeof changeSaleLinkSchema>,
) {
  return changedSchema.parse(orThrow(await client.rpc("change_sale_link", { link, ...input })));
}

/** Ends a link for good; `gone` when it is not a link of the account. */
export async function revokeSaleLink(client: SessionClient, link: string) {
  return savedOrGone.parse(orThrow(await client.rpc("revoke_sale_link", { link })));
}

/** Counts a visit in a browser; link previews of messengers, prefetches and the owner do not count. */
export async function countSaleVisit(token: string): Promise<void> {
  const requestHeaders = await headers();
  if (requestHeaders.get("sec-fetch-dest") !== "document" || requestHeaders.has("sec-purpose")) return;
  const client = await createSessionClient();
  after(async () => {
    const { error } = await client.rpc("count_sale_visit", { token });
    if (error) reportError("sale link", error);
  });
}
