import "server-only";
import { createPublicClient } from "../../platform/supabase/public";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { subjectKey } from "./rules";
import { sharedPassportSchema, type SharedPassport } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const STAMP =
  "id, state_abbr, stamped_at, photo_point:photo_points (name, slug, translations), city:cities (name, slug)";

/** A place of a passport. A photo point that is no longer published is left out. */
export type StampView = {
  id: string;
  name: string;
  translations: unknown;
  path: string;
  state: string;
  at: string;
};

const pathOf = (kind: "photo_point" | "city", state: string, slug: string) => {
  const uf = state.toLowerCase();
  return kind === "city" ? `/${uf}/cidade/${slug}` : `/${uf}/pontos-fotograficos#${slug}`;
};

/** Stamps of an account, newest first. */
export async function listOwnStamps(client: SessionClient, account: string): Promise<StampView[]> {
  const rows = orThrow(
    await client
      .from("passport_stamps")
      .select(STAMP)
      .eq("account_id", account)
      .order("stamped_at", { ascending: false })
      .limit(1000),
  );
  return rows.flatMap(({ id, state_abbr: state, stamped_at: at, photo_point, city }) => {
    const kind = photo_point ? "photo_point" : "city";
    const place = photo_point ?? (city && { ...city, translations: {} });
    return place
      ? [{ id, name: place.name, translations: place.translations, path: pathOf(kind, state, place.slug), state, at }]
      : [];
  });
}

/** Keys of the stamped places of an account. */
export async function listStampedKeys(client: SessionClient, account: string): Promise<string[]> {
  const rows = orThrow(
    await client.from("passport_stamps").select("photo_point_id, city_ibge").eq("account_id", account).limit(10_000),
  );
  return rows.map(({ photo_point_id, city_ibge }) =>
    photo_point_id ? subjectKey("photo_point", photo_point_id) : subjectKey("city", city_ibge!),
  );
}

export async function listProgress(client: SessionClient) {
  return orThrow(await client.rpc("passport_progress"));
}

export type StateProgress = Awaited<ReturnType<typeof listProgress>>[number];

/** The link of an account that is switched on; null when there is none, or after a restored backup. */
export async function getOwnShare(client: SessionClient, account: string) {
  const row = orThrow(
    await client
      .from("passport_shares")
      .select("name, token")
      .eq("account_id", account)
      .is("revoked_at", null)
      .maybeSingle(),
  );
  return row?.token ? { name: row.name, token: row.token } : null;
}

/** The passport behind a link; null for an unknown token. */
export async function readSharedPassport(token: string): Promise<SharedPassport | null> {
  const found = orThrow(await createPublicClient(null).rpc("shared_passport", { share_token: token }));
  return sharedPassportSchema.nullable().parse(found);
}

export const sharedStamps = (passport: Extract<SharedPassport, { revoked: false }>): StampView[] =>
  passport.stamps.map(({ kind, name, slug, state, translations, day }) => {
    const path = pathOf(kind, state, slug);
    return { id: path, name, translations, path, state, at: `${day}T12:00:00Z` };
  });
