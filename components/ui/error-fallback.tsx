"use client";

import { use, useEffect } from "react";
import { errorMessages, textOf } from "./error-messages";

/** 'Oops! Algo deu errado.': shown for any uncaught error, which is also reported to the team. */
export function ErrorFallback({ error }: { error: Error & { digest?: string } }) {
  const messages = use(errorMessages());
  useEffect(() => {
    const report = {
      message: error.message.slice(0, 500),
      digest: error.digest,
      path: location.pathname.slice(0, 300),
    };
    void fetch("/api/error-reports", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(report),
      keepalive: true,
    }).catch(() => undefined);
  }, [error]);
  return (
    <main
      id="conteudo"
      className="grid grow place-content-center justify-items-center gap-4 p-6 text-center"
      role="alert"
    >
      <h1 className="display-1">{textOf(messages, "fallback.title")}</h1>
      <p className="max-w-md text-lg text-muted">{textOf(messages, "fallback.notified")}</p>
      <button
        type="button"
        onClick={() => location.reload()}
        className="h-12 rounded-xl bg-primary px-6 font-semibold text-primary-ink"
      >
        {textOf(messages, "fallback.reload")}
      </button>
      <details className="max-w-xl text-left text-sm text-muted">
        <summary className="min-h-11 cursor-pointer py-3 text-center">{textOf(messages, "fallback.details")}</summary>
        <pre className="overflow-x-auto whitespace-pre-wrap rounded-lg border border-line p-3">
          {error.message}
          {error.digest && `\n${error.digest}`}
        </pre>
      </details>
    </main>
  );
}
