"use client";

import { Bookmark, X } from "lucide";
import { Link } from "@/components/ui/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { deleteViewAction, saveViewAction } from "@/lib/panel/admin/actions";

type SavedViewsProps = {
  resource: string;
  views: { id: string; name: string; query: string }[];
  current: string;
  base: string;
};

/** Saved filters of this account. */
export function SavedViews({ resource, views, current, base }: SavedViewsProps) {
  const t = useTranslations("panel/records");
  const router = useRouter();
  const done = {
    onSuccess: () => router.refresh(),
    onError: ({ error }: { error: Parameters<typeof notifyFailure>[0] }) => notifyFailure(error),
  };
  const save = useAction(saveViewAction, done);
  const remove = useAction(deleteViewAction, done);
  const askForName = () => {
    const name = window.prompt(t("views.name"))?.trim();
    if (name) save.execute({ resource, name: name.slice(0, 60), query: current });
  };
  if (views.length === 0 && !current) return null;
  return (
    <ul aria-label={t("views.label")} className="flex flex-wrap items-center gap-2">
      {views.map(({ id, name, query }) => (
        <li key={id} className="inline-flex items-center rounded-lg border-2 border-line bg-surface">
          <Link
            href={`${base}?${query}`}
            aria-current={query === current ? "page" : undefined}
            className="inline-flex min-h-10 items-center px-3 aria-[current]:text-faixa-text"
          >
            {name}
          </Link>
          <button
            type="button"
            onClick={() => remove.execute({ id })}
            className="grid size-10 place-items-center hover:bg-raised"
          >
            <Icon of={X} className="size-4" label={t("views.remove", { name })} />
          </button>
        </li>
      ))}
      {current && !views.some(({ query }) => query === current) && (
        <li>
          <Button variant="ghost" size="md" onClick={askForName} disabled={save.isPending}>
            <Icon of={Bookmark} /> {t("views.save")}
          </Button>
        </li>
      )}
    </ul>
  );
}
