import "server-only";
import { deriveToken } from "../../../platform/links/queries";
import { orThrow } from "../../../platform/supabase/or-throw";
import type { createServiceClient } from "../../../platform/supabase/service";
import { createSessionClient } from "../../../platform/supabase/session";
import { sharingToken } from "../schema";
import { saleLinkState, type SaleTick } from "./rules";
import { saleFileSchema, saleSchema, type Sale } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** The token of a link is derived from its id, so that its owner can copy the address again. */
export const saleToken = (id: string): string => deriveToken("vehicle_sale", id, 1);

const MAX_LISTED = 50;

/** Sale links of an own car, the newest first; only an open one has a token. */
export async function listSaleLinks(client: SessionClient, vehicle: string, now: number) {
  const rows = orThrow(
    await client
      .from("vehicle_sale_links")
      .select("id, label, shows, expires_at, revoked_at, visits, last_visit_at")
      .eq("vehicle_id", vehicle)
      .order("created_at", { ascending: false })
      .order("id")
      .limit(MAX_LISTED),
  );
  return rows.map((row) => {
    const state = saleLinkState(row, now);
    return { ...row, shows: row.shows as SaleTick[], state, token: state === "open" ? saleToken(row.id) : null };
  });
}

/** The car behind a sale link; null for a token that does not exist. */
export async function getSale(token: string): Promise<Sale | null> {
  if (!sharingToken.safeParse(token).success) return null;
  const client = await createSessionClient();
  return saleSchema.nullable().parse(orThrow(await client.rpc("read_sale_link", { token })));
}

/** The bytes of a file that the page of a sale link shows at this moment; null for any other. */
export async function readSaleFile(service: ReturnType<typeof createServiceClient>, token: string, file: string) {
  const row = saleFileSchema.nullable().parse(orThrow(await service.rpc("sale_link_file", { token, file })));
  const stored = row && (await service.storage.from("vehicle-files").download(row.path));
  return row && stored?.data ? { ...row, bytes: await stored.data.arrayBuffer() } : null;
}
