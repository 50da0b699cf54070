import { getTranslations } from "next-intl/server";
import { CheckedOn } from "@/components/guide/reviews/checked-on";
import { WrongInformation } from "@/components/guide/reviews/wrong-information";
import type { Region } from "@/lib/guide/regions/queries";
import { publicSources } from "@/lib/guide/regions/rules";

/** Sources of the facts, how reliable they are, and the link to report an error. */
export async function RouteProvenance({ region, uf }: { region: Region; uf: string }) {
  const t = await getTranslations("guide/regions.route");
  const sources = publicSources(region.sources);
  const isSure = region.confidence === "high";
  return (
    <aside className="page mt-8 text-sm text-muted wrap-anywhere">
      <CheckedOn date={region.check_date} />
      {!isSure && <p>{t("confidence")}</p>}
      {sources.length > 0 && (
        <p>
          {t("sources")}: {sources.join("; ")}.
        </p>
      )}
      <WrongInformation path={`/${uf}/rota/${region.slug}`} />
    </aside>
  );
}
