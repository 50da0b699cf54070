import { CarFront, Wrench } from "lucide";
import { getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import type { Climate } from "@/lib/geo/climate/queries";
import type { DriverFacts } from "@/lib/guide/regions/driver";
import type { Region } from "@/lib/guide/regions/queries";
import type { NearestHelp, OperatorTow } from "@/lib/guide/services/queries";
import { Fuel, Ground, Heat, Help, Steepest, Sun, Tolls } from "./driver-facts";
import { Tow } from "./tow-fact";

type Props = {
  region: Region;
  facts: DriverFacts;
  /** Null when no stop has a position. */
  climate: Climate | null;
  help: readonly NearestHelp[];
  /** The road operators whose tow comes to the line. */
  tows: readonly OperatorTow[];
};

/** What a driver of an old car asks before leaving, and what the portal has no data about. */
export async function ClassicDriverBox({ region, facts, climate, help, tows }: Props) {
  const t = await getTranslations("guide/regions.driver");
  const workshop = help.find(({ category }) => category === "workshop");
  const unknown = [
    !region.steepest && t("missing.steepest"),
    !region.cobbles && t("missing.cobbles"),
    !facts.direction && t("missing.direction"),
    t("missing.today"),
  ].filter((name) => name !== false);
  return (
    <section id="classico" className="page mt-10 scroll-mt-20">
      <div className="rounded-2xl border-2 border-line bg-surface p-5">
        <h2 className="display-2 flex items-center gap-3">
          <Icon of={CarFront} className="size-8 shrink-0 text-faixa-text" />
          {t("title")}
        </h2>
        <dl className="mt-5 grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
          <Fuel gap={facts.fuelGap} />
          <Tolls {...facts} />
          {workshop && <Help row={workshop} icon={Wrench} />}
          <Tow nearest={help.find(({ category }) => category === "tow")} operators={tows} />
          <Ground region={region} ground={facts.ground} />
          <Heat climate={climate} />
          <Steepest region={region} />
          {facts.direction && <Sun direction={facts.direction} />}
        </dl>
        <p className="mt-5 border-t-2 border-dashed border-line pt-3 text-muted">
          <b className="font-display text-lg">{t("unknown")}:</b> {unknown.join(" · ")}
        </p>
      </div>
    </section>
  );
}
