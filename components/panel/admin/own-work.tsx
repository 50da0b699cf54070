import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";
import { setTaskStatusAction } from "@/lib/panel/tasks/actions";
import type { OwnWork as Work } from "@/lib/panel/tasks/queries";
import { CommandForm } from "../../ui/command-form";
import { formatDate } from "@/lib/platform/format";
import { brazilianDay } from "@/lib/platform/dates";
import { panelPath } from "@/lib/platform/paths";

/** Tasks assigned to this account with their status buttons, and the states it is responsible for; nothing when there are none. */
export async function OwnWork({ tasks, states }: Work) {
  if (tasks.length === 0 && states.length === 0) return null;
  const t = await getTranslations("panel/admin.tasks");
  const locale = await getLocale();
  const today = brazilianDay(new Date());
  return (
    <section id="tarefas" aria-labelledby="tarefas-titulo" className="grid min-w-0 scroll-mt-20 gap-3">
      <h2 id="tarefas-titulo" className="text-2xl">
        {t("title")}
      </h2>
      {states.length > 0 && (
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          {states.map(({ id, state_abbr, duty, note }) => (
            <Link
              key={id}
              href={localePath(locale, panelPath("state_contents", state_abbr))}
              title={note || undefined}
              className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
            >
              {state_abbr} · {t(`duty.${duty as "editor"}`)}
            </Link>
          ))}
        </p>
      )}
      {tasks.length > 0 && (
        <ul className="grid gap-3 lg:grid-cols-2">
          {tasks.map(({ id, title, body, status, priority, state_abbr, due_on }) => (
            <li key={id} className="grid content-start gap-2 rounded-xl border border-line bg-surface p-4">
              <h3 className="text-xl wrap-anywhere">{title}</h3>
              <p className="text-sm text-muted">
                {[t(`status.${status as "todo"}`), priority === "high" && t("high"), state_abbr]
                  .filter(Boolean)
                  .join(" · ")}
                {due_on && (
                  <span className={due_on < today ? "font-semibold text-danger" : undefined}>
                    {" · "}
                    {t(due_on < today ? "late" : "due", { date: formatDate(due_on, locale) })}
                  </span>
                )}
              </p>
              {body && <p className="whitespace-pre-line wrap-anywhere">{body}</p>}
              <div className="flex flex-wrap gap-2">
                {status === "todo" && (
                  <CommandForm
                    action={setTaskStatusAction}
                    hidden={{ id, status: "doing" }}
                    label={t("start")}
                    variant="outline"
                  />
                )}
                <CommandForm action={setTaskStatusAction} hidden={{ id, status: "done" }} label={t("finish")} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
