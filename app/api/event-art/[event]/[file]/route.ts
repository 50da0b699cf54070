import { getTranslations } from "next-intl/server";
import { artPicture } from "@/app/imagem-evento/art";
import { sharedFacts } from "@/app/imagem-evento/share-image";
import { versionOf } from "@/app/imagem-rota/share-image";
import { readArtEvent, readArtLine } from "@/lib/events/promotion/kit/queries";
import { ART_TYPES, artFile } from "@/lib/events/promotion/kit/rules";
import { isUuid } from "@/lib/events/promotion/rules";
import { admitAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { accountCaller } from "@/lib/platform/costs";
import { refusal } from "@/lib/platform/refusal";
import { createSessionClient } from "@/lib/platform/supabase/session";

type Props = { params: Promise<{ event: string; file: string }> };

const refuse = (status: number) => new Response(null, { status, headers: { "cache-control": "no-store" } });

/** The picture of an event in a format, for its promotion page; `?draft=` adds the line of an art draft. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const account = await admitAccount((one) => hasPermission(one, "events") || hasPermission(one, "event_ai_ads"));
  if (account instanceof Response) return account;
  const { event: id, file: name } = await params;
  const [file, draft] = [artFile(name), new URL(request.url).searchParams.get("draft")];
  if (!file || !isUuid(id) || (draft !== null && !isUuid(draft))) return refuse(404);
  try {
    const [event, line] = await Promise.all([readArtEvent(id), draft ? readArtLine(draft, id, file.size) : ""]);
    if (!event || line === null) return refuse(404);
    const t = await getTranslations({ locale: file.locale, namespace: "events/events" });
    const facts = sharedFacts(event, file.locale);
    const mark = facts.mark === "demo" ? t("demo") : facts.mark && t(`status.${facts.mark}`);
    const texts = { name: facts.name, days: facts.days, place: facts.place, line, mark };
    const version = versionOf([id, name, facts.slug, facts.poster, ...Object.values(texts)]);
    const etag = `"${version}"`;
    // The address stays the same when the event changes, so the browser asks again.
    const headers = { etag, "cache-control": "private, no-cache", "x-content-type-options": "nosniff" };
    if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
    const client = await createSessionClient();
    const art = { slug: facts.slug, poster: facts.poster, client, texts, size: file.size, type: file.type };
    // The promotion page loads its pictures at the same time: each is a caller of its own.
    const by = { ...accountCaller(account, request), account: account.id, caller: `${account.id} ${name}` };
    const picture = await artPicture(`${id}/${name}/${version}`, art, by);
    return new Response(new Uint8Array(picture), { headers: { ...headers, "content-type": ART_TYPES[file.type] } });
  } catch (error) {
    return refusal("event-art", error);
  }
}
