import { readPublishLink } from "@/lib/events/publishing/links/queries";
import { linkBodySchema, type LinkBody, type PublishLink } from "@/lib/events/publishing/links/schema";
import { saveEvent, submitEventByLink } from "@/lib/events/publishing/mutations";
import { listMunicipalities } from "@/lib/events/publishing/queries";
import { tagsOfEvent } from "@/lib/events/publishing/rules";
import { readEventForm } from "@/lib/events/publishing/schema";
import { countRefused, takeGuess } from "@/lib/platform/failed-attempts/service";
import { jsonBody } from "@/lib/platform/body";
import { tokenHandler } from "@/lib/platform/handler";
import { revalidatePages } from "@/lib/platform/revalidate";
import { createServiceClient } from "@/lib/platform/supabase/service";

const MAX_BYTES = 300_000;
const refusedWith = (reason: "unknown" | "revoked") => ({ outcome: "refused", field: null, reason }) as const;
type Client = ReturnType<typeof createServiceClient>;

async function save(client: Client, link: PublishLink, token: string, payload: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(payload)) form.set(name, value);
  const read = readEventForm(form);
  if ("errors" in read) return { errors: read.errors };
  const before = link.events.find(({ id }) => id === read.event.id) ?? null;
  if (read.event.id && !before) return { outcome: "gone" };
  const saved = await saveEvent(client, read.event, before, token);
  if ("errors" in saved) return saved;
  await revalidatePages(tagsOfEvent(saved));
  return saved;
}

async function apply(client: Client, link: PublishLink, body: LinkBody) {
  if ("state" in body) return { towns: listMunicipalities(body.state) };
  if ("payload" in body) return save(client, link, body.token, body.payload);
  const changed = await submitEventByLink(client, body.token, { id: body.id, expected_version: body.expected_version });
  await revalidatePages(tagsOfEvent(changed));
  return changed;
}

/** Saves or submits an event of an invited organiser, or lists the municipalities for the form. */
export const POST = tokenHandler(
  {
    name: "publish link",
    limit: (address) => takeGuess("publishLink", "publish_link", address),
    body: jsonBody(linkBodySchema, MAX_BYTES),
    client: createServiceClient,
    open: ({ body, client }) => readPublishLink(client, body.token),
    async guessed(address) {
      await countRefused("publish_link", address);
      // Guessing tokens is limited more strictly than using one.
      await takeGuess("publishLinkRefused", "publish_link", address);
    },
    headers: { "x-robots-tag": "noindex" },
    refuse: ({ code }) => (code === "missing" ? refusedWith("unknown") : { code }),
  },
  ({ opened: link, body, client }) => (link.state === "revoked" ? refusedWith("revoked") : apply(client, link, body)),
);
