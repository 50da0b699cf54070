import "server-only";
import { timingSafeEqual } from "node:crypto";
import { deriveToken } from "../../platform/links/queries";
import { orThrow } from "../../platform/supabase/or-throw";
import { createPublicClient } from "../../platform/supabase/public";
import { followPageSchema, type FollowPage } from "./schema";

const LINK = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})~([\w-]{43})$/;

/**
 * Last part of the address of a follow: its id, signed by the server. It works as long as the follow exists. Without a
 * dot, because the middleware takes a path that ends like a file name for a file.
 */
export const followLink = (id: string): string => `${id}~${deriveToken("follow", id, 1)}`;

/** The id of a signed link; null for any other text. */
export function followOfLink(link: string): string | null {
  const [, id = "", token = ""] = LINK.exec(link) ?? [];
  if (!id) return null;
  return timingSafeEqual(Buffer.from(token), Buffer.from(deriveToken("follow", id, 1))) ? id : null;
}

/** What the page of a link shows; null when the link is wrong or the follow has ended. */
export async function readFollow(link: string): Promise<FollowPage | null> {
  const id = followOfLink(link);
  if (!id) return null;
  const data = orThrow(await createPublicClient(null).rpc("read_event_follow", { follow: id }));
  return followPageSchema.nullable().parse(data);
}
