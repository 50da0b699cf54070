import { getLocale, getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { StateMark } from "@/components/ui/state-mark";
import type { SetupStep } from "@/lib/commerce/plans/rules";
import { hasPermission, type Holder } from "@/lib/platform/auth/permissions";
import { localePath } from "@/lib/platform/i18n/routing";

const LOOK = { set: "good", missing: "bad", optional: "none" } as const;

/** What must be set before the first sale: each step with its state and, for those who may, a link to where it is set. */
export async function SetupList({ steps, account }: { steps: readonly SetupStep[]; account: Holder }) {
  const [t, locale] = [await getTranslations("commerce/plans.setup"), await getLocale()];
  return (
    <ol className="grid gap-3">
      {steps.map(({ key, path, permission, state }) => (
        <li
          key={key}
          className="grid gap-x-4 gap-y-2 rounded-xl border border-line bg-surface p-4 sm:grid-cols-[10rem_1fr] sm:p-5"
        >
          <p>
            <StateMark look={LOOK[state]}>{t(`state.${state}`)}</StateMark>
          </p>
          <div className="grid min-w-0 gap-1">
            <h2 className="text-xl">{t(`${key}.title`)}</h2>
            <p className="max-w-3xl text-muted">{t(`${key}.lead`)}</p>
            {hasPermission(account, permission) && (
              <p>
                <Link
                  href={localePath(locale, path)}
                  className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
                >
                  {t(`${key}.link`)}
                </Link>
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
