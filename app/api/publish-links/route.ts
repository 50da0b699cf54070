import { readPublishLink } from "@/lib/events/publishing/links/queries";
import { linkBodySchema, type LinkBody, type PublishLink } from "@/lib/events/publishing/links/schema";
import { saveEvent, submitEventByLink } from "@/lib/events/publishing/mutations";
import { listMunicipalities } from "@/lib/events/publishing/queries";
import { shownTags } from "@/lib/events/publishing/rules";
import { readEventForm } from "@/lib/events/publishing/schema";
import { countFailedAttempt } from "@/lib/platform/failed-attempts/mutations";
import { takeGuess } from "@/lib/platform/failed-attempts/service";
import { readJson } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { reportError } from "@/lib/platform/report";
import { revalidatePages } from "@/lib/platform/revalidate";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";

const MAX_BYTES = 300_000;
const STATUS: Partial<Record<string, number>> = {
  "access.denied": 403,
  "access.permission": 403,
  "input.invalid": 400,
  "rate.limited": 429,
};

type Client = ReturnType<typeof createServiceClient>;

const answer = (body: object, status = 200) =>
  Response.json(body, { status, headers: { "cache-control": "no-store", "x-robots-tag": "noindex" } });

async function save(client: Client, link: PublishLink, token: string, payload: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(payload)) form.set(name, value);
  const read = readEventForm(form);
  if ("errors" in read) return { errors: read.errors };
  const before = link.events.find(({ id }) => id === read.event.id) ?? null;
  if (read.event.id && !before) return { outcome: "missing" };
  const saved = await saveEvent(client, read.event, before, token);
  if ("errors" in saved) return saved;
  await revalidatePages(shownTags(saved.outcome));
  return { outcome: saved.outcome.outcome, id: saved.outcome.id, seen: saved.outcome.updated_at };
}

async function apply(client: Client, link: PublishLink, body: LinkBody) {
  if ("state" in body) return { towns: listMunicipalities(body.state) };
  if ("payload" in body) return save(client, link, body.token, body.payload);
  const outcome = await submitEventByLink(client, body.token, { id: body.id, seen: body.seen });
  await revalidatePages(shownTags(outcome));
  return { outcome: outcome.outcome };
}

/** Saves or submits an event of an invited organiser, or lists the municipalities for the form. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    const address = await callerAddress();
    await takeGuess("publishLink", "publish_link", address);
    const body = linkBodySchema.safeParse(await readJson(request, MAX_BYTES));
    if (!body.success) return answer({ code: "input.invalid" }, 400);
    const client = createServiceClient();
    const link = await readPublishLink(client, body.data.token);
    if (!link) {
      await countFailedAttempt(client, "publish_link", address);
      // Guessing tokens is limited more strictly than using one.
      await takeGuess("publishLinkRefused", "publish_link", address);
      return answer({ outcome: "unknown" }, 404);
    }
    if (link.state === "revoked") return answer({ outcome: "revoked" });
    return answer(await apply(client, link, body.data));
  } catch (error) {
    const code = error instanceof AppError ? error.code : "service.unavailable";
    if (!STATUS[code]) reportError("publish link", error);
    return answer({ code }, STATUS[code] ?? 503);
  }
}
