import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { artPicture } from "@/app/imagem-evento/art";
import { sharedFacts } from "@/app/imagem-evento/share-image";
import { versionOf } from "@/app/imagem-rota/share-image";
import { readArtEvent, readArtLine } from "@/lib/events/promotion/kit/queries";
import { ART_TYPES, artFile } from "@/lib/events/promotion/kit/rules";
import { isUuid } from "@/lib/events/promotion/rules";
import { hasEventRight } from "@/lib/events/members/queries";
import { forPeopleOfEvents } from "@/lib/events/members/service";
import type { Account } from "@/lib/platform/auth/account";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { accountHandler } from "@/lib/platform/handler";

const mayAnnounce = async (account: Account) => hasPermission(account, "event_ai_ads") || forPeopleOfEvents(account);

/** The picture of an event in a format, for its promotion page; `?draft=` adds the line of an art draft. */
export const GET = accountHandler(
  {
    name: "event-art",
    permission: mayAnnounce,
    params: z.object({ event: z.string().refine(isUuid), file: z.string() }),
    query: z.object({ draft: z.string().optional() }),
  },
  async ({ request, params: { event: id, file: name }, query: { draft }, account, client, by }) => {
    const file = artFile(name);
    if (!file || (draft !== undefined && !isUuid(draft))) return null;
    const [event, line] = await Promise.all([readArtEvent(id), draft ? readArtLine(draft, id, file.size) : ""]);
    if (!event || line === null) return null;
    if (!hasPermission(account, "event_ai_ads") && !(await hasEventRight(id, "page"))) return null;
    const t = await getTranslations({ locale: file.locale, namespace: "events/events" });
    const facts = sharedFacts(event, file.locale);
    const mark = facts.mark === "demo" ? t("demo") : facts.mark && t(`status.${facts.mark}`);
    const texts = { name: facts.name, days: facts.days, place: facts.place, line, mark };
    const version = versionOf([id, name, facts.slug, facts.poster, ...Object.values(texts)]);
    const etag = `"${version}"`;
    // The address stays the same when the event changes, so the browser asks again.
    const headers = { etag, "cache-control": "private, no-cache", "x-content-type-options": "nosniff" };
    if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
    const art = { slug: facts.slug, poster: facts.poster, client, texts, size: file.size, type: file.type };
    // The promotion page loads its pictures at the same time: each is a caller of its own.
    const caller = { ...by, account: account.id, caller: `${account.id} ${name}` };
    const picture = await artPicture(`${id}/${name}/${version}`, art, caller);
    return new Response(new Uint8Array(picture), { headers: { ...headers, "content-type": ART_TYPES[file.type] } });
  },
);
