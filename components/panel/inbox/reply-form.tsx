"use client";

import { useTranslations } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/input";
import { replyAction } from "@/lib/panel/inbox/actions";

/** The portal's answer, shown below a published review. */
export function ReplyForm({ id, reply }: { id: string; reply: string | null }) {
  const t = useTranslations("panel/inbox");
  const { execute, isPending } = useAction(replyAction, {
    onSuccess: () => notify({ code: "record.savedInternal", variant: "success" }),
    onError: ({ error }) => notifyFailure(error),
  });
  return (
    <details open={Boolean(reply)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-link underline underline-offset-4">
        {t("reply")}
      </summary>
      <form
        method="post"
        className="grid gap-2"
        onSubmit={(event) => {
          // A form action would clear the field even when the answer was not saved.
          event.preventDefault();
          execute({ id, reply: new FormData(event.currentTarget).get("reply") as string });
        }}
      >
        <textarea
          name="reply"
          aria-label={t("reply")}
          rows={3}
          maxLength={1000}
          defaultValue={reply ?? ""}
          className={`${controlClass} h-auto py-2`}
        />
        <Button type="submit" variant="outline" className="w-fit" disabled={isPending}>
          {t("saveReply")}
        </Button>
      </form>
    </details>
  );
}
