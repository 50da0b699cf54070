import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { SystemSection } from "@/components/ui/system-page";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { composeAdAction } from "@/lib/events/promotion/actions";
import { ART_SIZE_NAMES, ART_SIZES, type ArtSize } from "@/lib/events/promotion/kit/rules";
import type { EventChoice } from "@/lib/events/promotion/queries";
import { eventMoment } from "@/lib/events/events/rules";
import { LANGUAGE_NAME } from "@/lib/platform/i18n/routing";
import {
  PROMOTION_AUDIENCES,
  PROMOTION_CHANNELS,
  PROMOTION_TONES,
} from "@/lib/platform/supabase/database-constants/events";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";

type Props = {
  events: readonly EventChoice[];
  event: string;
  /** Whether an outside service writes texts. */ hasService: boolean;
};

const sizeText = (size: ArtSize) => `${ART_SIZES[size].width} × ${ART_SIZES[size].height}`;

/** Makes a draft from the template for an audience, a tone, a channel and a language. */
export async function AdForm({ events, event, hasService }: Props) {
  const [t, locale] = [await getTranslations("events/promotion"), await getLocale()];
  const select = (name: string, label: string, options: readonly (readonly [string, string])[], value?: string) => (
    <LabelledSelect name={name} label={label} value={value} options={options} />
  );
  const titles = events.map(
    (one) =>
      [one.id, `${one.title} · ${eventMoment(one.starts_at, one.time_zone, locale, { dateStyle: "medium" })}`] as const,
  );
  return (
    <SystemSection title={t("ads.new")}>
      {events.length === 0 && <p className="text-muted">{t("ads.noEvents")}</p>}
      {events.length > 0 && (
        <CommandForm action={composeAdAction} label={t("ads.create")}>
          {select("event", t("ads.event"), titles, event || undefined)}
          <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
            {select(
              "audience",
              t("ads.audience"),
              PROMOTION_AUDIENCES.map((one) => [one, t(`audience.${one}`)]),
            )}
            {select(
              "tone",
              t("ads.tone"),
              PROMOTION_TONES.map((one) => [one, t(`tone.${one}`)]),
            )}
            {select(
              "channel",
              t("ads.channel"),
              PROMOTION_CHANNELS.map((one) => [one, t(`channel.${one}`)]),
            )}
            {select(
              "locale",
              t("ads.locale"),
              LOCALES.map((one) => [one, LANGUAGE_NAME[one]]),
            )}
            {select("size", t("ads.size"), [
              ["", t("size.none")],
              ...ART_SIZE_NAMES.map((one) => [one, `${t(`size.${one}`)} (${sizeText(one)})`] as const),
            ])}
            {hasService &&
              select("generator", t("ads.generator"), [
                ["template", t("generator.template")],
                ["provider", t("generator.provider")],
              ])}
          </div>
        </CommandForm>
      )}
    </SystemSection>
  );
}
