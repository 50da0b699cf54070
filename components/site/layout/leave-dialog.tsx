import { Signpost } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";
import { Icon } from "@/components/ui/icon";
import { opensDialog } from "@/components/ui/opens-dialog";

/**
 * 'Sair' inside a state: asks before leaving for the home page. It looks like a road sign of the state, so that it is not
 * taken for signing out, which is an item of the account menu.
 */
export async function LeaveDialog({ state }: { state: { uf: string; name: string } }) {
  const t = await getTranslations("site/layout");
  return (
    <>
      <button
        type="button"
        {...opensDialog("leave-dialog")}
        className="inline-flex h-11 shrink-0 items-center gap-1.5 rounded-lg px-2 font-display text-lg hover:bg-raised"
      >
        <Icon of={Signpost} className="size-5 text-rota-text" />
        <span aria-hidden className="rounded bg-rota px-1.5 text-base text-rota-ink max-sm:hidden">
          {state.uf.toUpperCase()}
        </span>
        <span className="max-sm:sr-only">{t("nav.leave")}</span>
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
        <p className="mt-2 text-muted">{t("leave.text", { state: state.name })}</p>
        <form method="dialog" className="mt-5 grid gap-2 sm:grid-cols-2">
          <button className="h-12 rounded-lg border-2 border-line font-semibold hover:bg-raised">
            {t("leave.cancel")}
          </button>
          <Link
            href={localePath(await getLocale(), "/home")}
            className="grid h-12 place-items-center rounded-lg bg-primary font-semibold text-primary-ink"
          >
            {t("leave.confirm")}
          </Link>
        </form>
      </dialog>
    </>
  );
}
