import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { buttonClass } from "@/components/ui/button-class";
import { formatMoment } from "@/lib/platform/format";
import { setMessageDoneAction } from "@/lib/partners/service-messages/actions";
import type { PlaceMessage } from "@/lib/partners/service-messages/queries";
import { AnswerForm } from "./answer-form";

type Props = {
  messages: readonly PlaceMessage[];
  pages: readonly { number: number; href: string; isCurrent: boolean }[];
};

/** Messages to a place, open ones first. */
export async function MessageList({ messages, pages }: Props) {
  const t = await getTranslations("partners/own-places.messages");
  if (messages.length === 0) return <p className="text-muted">{t("none")}</p>;
  return (
    <>
      <ul className="grid gap-4">
        {messages.map((message) => (
          <li key={message.id} className="grid gap-2 border-t-2 border-line pt-4 first:border-0 first:pt-0">
            <Message message={message} />
          </li>
        ))}
      </ul>
      {pages.length > 1 && (
        <nav aria-label={t("pages")} className="mt-4 flex flex-wrap gap-2">
          {pages.map(({ number, href, isCurrent }) => (
            <Link
              key={number}
              href={href}
              aria-current={isCurrent ? "page" : undefined}
              className={buttonClass({ look: isCurrent ? "primary" : "outline" })}
            >
              {t("page", { number })}
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}

async function Message({ message }: { message: PlaceMessage }) {
  const [locale, messages] = [await getLocale(), await getMessages()];
  const texts = messages["partners/own-places"].messages;
  const { id, name, email, body, answer, answered_at: answeredAt, done_at: doneAt, created_at: at } = message;
  const state = answer ? "answered" : doneAt ? "done" : "open";
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="mr-auto text-sm text-muted wrap-anywhere">
          {email} · {formatMoment(at, locale)}
        </span>
        <span className="rounded-md border border-line px-2 py-0.5 text-sm">{texts[state]}</span>
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{body}</p>
      {answer && (
        <p className="rounded-lg bg-raised p-3 whitespace-pre-line wrap-anywhere">
          <strong className="block">
            {texts.answer} · {formatMoment(answeredAt ?? at, locale)}
          </strong>
          {answer}
        </p>
      )}
      {state === "open" && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-semibold text-link">{texts.send}</summary>
          <AnswerForm message={id} texts={texts} validation={messages["panel/requests"].validation} />
        </details>
      )}
      {!answer && (
        <CommandForm
          action={setMessageDoneAction}
          hidden={{ message: id, isDone: String(!doneAt) }}
          label={doneAt ? texts.reopen : texts.close}
          variant="outline"
        />
      )}
    </>
  );
}
