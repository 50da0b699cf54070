import { getLocale, getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { LabelledInput } from "@/components/ui/labelled-input";
import type { Factor } from "@/lib/accounts/accounts/service";
import { CommandForm } from "../../ui/command-form";
import { Stamp } from "../../ui/stamp";
import { StateMark } from "../../ui/state-mark";

type Props = {
  account: string;
  /** Null when the auth server does not report them. */
  factors: readonly Factor[] | null;
  action: ComponentProps<typeof CommandForm>["action"];
};

const KINDS = ["totp", "phone", "webauthn"] as const;

async function FactorList({ factors }: { factors: readonly Factor[] }) {
  const t = await getTranslations("panel/system.mfa");
  const locale = await getLocale();
  return (
    <ul className="grid gap-2">
      {factors.map(({ id, kind, isVerified, since }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-l-4 border-line pl-3">
          <strong>{t(`kinds.${KINDS.find((known) => known === kind) ?? "other"}`)}</strong>
          <StateMark look={isVerified ? "good" : "wait"}>{t(isVerified ? "inUse" : "unfinished")}</StateMark>
          <span className="text-muted">
            {t("since")} <Stamp at={since} locale={locale} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The second factors of an account, with a button that removes them after the phone was lost. */
export async function SecondFactors({ account, factors, action }: Props) {
  const t = await getTranslations("panel/system.mfa");
  return (
    <section className="grid content-start gap-3">
      <h3 className="text-xl">{t("title")}</h3>
      {factors === null && <p className="text-muted">{t("unknown")}</p>}
      {factors?.length === 0 && <p className="text-muted">{t("none")}</p>}
      {factors && factors.length > 0 && (
        <>
          <FactorList factors={factors} />
          <p className="max-w-prose">{t("lead")}</p>
          <CommandForm action={action} hidden={{ account }} label={t("reset")} variant="danger" confirm={t("confirm")}>
            <LabelledInput label={t("reason")} name="reason" required maxLength={300} />
          </CommandForm>
        </>
      )}
    </section>
  );
}
