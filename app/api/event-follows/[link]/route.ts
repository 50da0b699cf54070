import { z } from "zod";
import { confirmFollow, endFollow } from "@/lib/events/follows/mutations";
import { followOfLink } from "@/lib/events/follows/queries";
import { followPath } from "@/lib/events/follows/rules";
import { deedSchema, MAX_FORM_BYTES } from "@/lib/events/follows/schema";
import { parsed, readFormData } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { localePath } from "@/lib/platform/i18n/routing";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** Confirms or ends a follow by the signed link of a mail; no account is needed. */
export const POST = publicHandler(
  {
    name: "event follow link",
    // The mail program sends the form without the page (RFC 8058): for it the signed link is enough.
    origin: false,
    limit: "eventFollowPage",
    params: z.object({ link: z.string() }),
    body: { read: (request) => readFormData(request, MAX_FORM_BYTES) },
    client: createServiceClient,
    headers: { "x-robots-tag": "noindex" },
  },
  async ({ request, params: { link }, body: form, client }) => {
    const id = followOfLink(link);
    if (form?.get("List-Unsubscribe") === "One-Click") {
      if (id) await endFollow(client, id);
      return new Response(null, { status: 200 });
    }
    requireSameOrigin(request);
    const { deed, locale } = parsed(deedSchema, Object.fromEntries(form ?? []));
    if (id) await (deed === "confirm" ? confirmFollow(client, id) : endFollow(client, id));
    const location = localePath(locale, followPath(link)) + (deed === "end" ? "?fim=1" : "");
    return new Response(null, { status: 303, headers: { location } });
  },
);
