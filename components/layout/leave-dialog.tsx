import { LogOut } from "lucide";
import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";
import { Icon } from "@/components/ui/icon";

/** 'Sair' inside a state: asks before leaving for the home page; signing out is an item of the account menu. */
export async function LeaveDialog({ stateName }: { stateName: string }) {
  const t = await getTranslations("layout");
  return (
    <>
      <button
        type="button"
        data-opens="leave-dialog"
        className="inline-flex h-11 items-center gap-2 rounded-lg px-2 font-display text-lg hover:bg-raised sm:px-3"
      >
        <Icon of={LogOut} className="size-5" />
        <span className="max-sm:sr-only xl:max-2xl:sr-only">{t("nav.leave")}</span>
      </button>
      <dialog
        id="leave-dialog"
        data-shell
        aria-labelledby="leave-title"
        className="w-[min(26rem,92vw)] rounded-2xl border-2 border-line bg-surface p-6 text-text"
      >
        <h2 id="leave-title" className="text-3xl">
          {t("leave.title")}
        </h2>
        <p className="mt-2 text-muted">{t("leave.text", { state: stateName })}</p>
        <form method="dialog" className="mt-5 grid gap-2 sm:grid-cols-2">
          <button className="h-12 rounded-lg border-2 border-line font-semibold hover:bg-raised">
            {t("leave.cancel")}
          </button>
          <Link
            href={localePath(await getLocale(), "/home")}
            prefetch={false}
            className="grid h-12 place-items-center rounded-lg bg-primary font-semibold text-primary-ink"
          >
            {t("leave.confirm")}
          </Link>
        </form>
      </dialog>
    </>
  );
}
