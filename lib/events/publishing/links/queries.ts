import "server-only";
import { orThrow } from "../../../platform/supabase/or-throw";
import { createSessionClient } from "../../../platform/supabase/session";
import { publishLinkSchema, publishToken, type PublishLink } from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

/** A publish link with its events; null for a token that does not exist. Reading changes nothing. */
export async function readPublishLink(client: Client, token: string): Promise<PublishLink | null> {
  if (!publishToken.safeParse(token).success) return null;
  return publishLinkSchema.nullable().parse(orThrow(await client.rpc("read_publish_link", { token })));
}

export const getPublishLink = async (token: string) => readPublishLink(await createSessionClient(), token);

const MAX_LINKS = 50;

/** The newest links with the number of events made with each, for event managers. */
export async function listPublishLinks() {
  const client = await createSessionClient();
  const links = orThrow(
    await client
      .from("event_publish_links")
      .select("id, label, state_abbr, publishes_directly, max_uses, expires_at, revoked_at, created_at")
      .order("created_at", { ascending: false })
      .order("id")
      .limit(MAX_LINKS),
  );
  const made =
    links.length === 0
      ? []
      : orThrow(
          await client
            .from("events")
            .select("publish_link_id")
            .in(
              "publish_link_id",
              links.map(({ id }) => id),
            ),
        );
  return links.map((link) => ({ ...link, used: made.filter((event) => event.publish_link_id === link.id).length }));
}
export type StoredLink = Awaited<ReturnType<typeof listPublishLinks>>[number];
