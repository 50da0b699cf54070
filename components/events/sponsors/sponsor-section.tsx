import { getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { LabelledInput } from "@/components/ui/labelled-input";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { SystemSection } from "@/components/ui/system-page";
import { removeSponsorAction, setSponsorAction } from "@/lib/events/sponsors/actions";
import type { Sponsor } from "@/lib/events/sponsors/queries";
import { eventFileUrl } from "@/lib/platform/media/rules";
import { SPONSOR_TIERS } from "@/lib/platform/supabase/database-constants/events";
import { LogoInput } from "./logo-input";

type Props = { event: string; sponsors: readonly Sponsor[] };

/** The sponsors of an event, which its people add, change and remove. */
export async function SponsorSection({ event, sponsors }: Props) {
  const t = await getTranslations("events/sponsors");
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      {sponsors.length === 0 && <p className="text-muted">{t("none")}</p>}
      <ul className="grid gap-3">
        {sponsors.map((sponsor) => (
          <SponsorLine key={sponsor.id} event={event} sponsor={sponsor} />
        ))}
      </ul>
      <h3 className="text-xl">{t("add")}</h3>
      <SponsorForm key={sponsors.length} event={event} sponsor={null} />
    </SystemSection>
  );
}

async function SponsorLine({ event, sponsor }: { event: string; sponsor: Sponsor }) {
  const t = await getTranslations("events/sponsors");
  const { id, name, tier, url, logo_path: logo } = sponsor;
  return (
    <li className="grid gap-2 rounded-lg border border-line p-3">
      <p className="flex flex-wrap items-center gap-3 wrap-anywhere">
        {logo && <img src={eventFileUrl(logo)} alt="" height={48} className="h-12 w-auto rounded" />}
        <strong>{name}</strong> {t(`tier.${tier as "gold"}`)}
        {url && <span className="text-muted">{url}</span>}
      </p>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold">{t("edit", { name })}</summary>
        <SponsorForm event={event} sponsor={sponsor} />
      </details>
      <CommandForm
        action={removeSponsorAction}
        hidden={{ sponsor: id }}
        label={t("remove", { name })}
        confirm={t("removeConfirm", { name })}
        variant="danger"
      />
    </li>
  );
}

async function SponsorForm({ event, sponsor }: { event: string; sponsor: Sponsor | null }) {
  const t = await getTranslations("events/sponsors");
  return (
    <CommandForm
      action={setSponsorAction}
      hidden={{ event, id: sponsor?.id ?? "" }}
      label={t(sponsor ? "save" : "send")}
      className="max-w-3xl"
    >
      <LabelledInput name="name" label={t("name")} defaultValue={sponsor?.name} required maxLength={120} />
      <LabelledSelect
        name="tier"
        label={t("level")}
        value={sponsor?.tier ?? "support"}
        options={SPONSOR_TIERS.map((tier) => [tier, t(`tier.${tier}`)])}
      />
      <LabelledInput
        name="url"
        label={t("url")}
        defaultValue={sponsor?.url ?? ""}
        inputMode="url"
        autoComplete="off"
        maxLength={300}
      />
      <LogoInput path={sponsor?.logo_path ?? ""} label={t("logo")} removeLabel={t("removeLogo")} />
    </CommandForm>
  );
}
