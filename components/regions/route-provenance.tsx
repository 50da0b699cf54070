import { getTranslations } from "next-intl/server";
import type { Region } from "@/lib/regions/queries";
import { publicSources } from "@/lib/regions/rules";

/** Sources of the facts and how reliable they are. */
export async function RouteProvenance({ region }: { region: Region }) {
  const t = await getTranslations("regions.route");
  const sources = publicSources(region.sources);
  const isSure = region.confidence === "high";
  if (isSure && sources.length === 0) return null;
  return (
    <aside className="page mt-8 text-sm text-muted wrap-anywhere">
      {!isSure && <p>{t("confidence")}</p>}
      {sources.length > 0 && (
        <p>
          {t("sources")}: {sources.join("; ")}.
        </p>
      )}
    </aside>
  );
}
