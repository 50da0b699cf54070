import { getLocale, getTranslations } from "next-intl/server";
import { Markdown } from "@/components/ui/markdown";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import type { Region } from "@/lib/guide/regions/queries";
import { FallbackMark } from "../../ui/fallback-mark";

/** The long text of a route, marked when it is not translated; nothing when there is none. */
export async function RouteBody({ region }: { region: Region }) {
  const layout = await getTranslations("site/layout");
  const locale = await getLocale();
  const body = translated(region, "body", locale);
  if (!body.text.trim()) return null;
  return (
    <div className="page mt-10">
      <FallbackMark label={layout("content.fallback")} show={body.fallback} />
      <div lang={body.fallback ? "pt-BR" : undefined}>
        <Markdown text={body.text} to={(path) => localePath(locale, path)} className="max-w-3xl text-lg" />
      </div>
    </div>
  );
}
