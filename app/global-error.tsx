"use client";

import "./globals.css";
import { useEffect } from "react";

/**
 * The router's error screen, for errors in the root layout: the specification's heading and fallback text in Portuguese,
 * without further requests.
 */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
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
    }).catch(() => undefined);
  }, [error]);
  return (
    <html lang="pt-BR" className="dark">
      <body>
        <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
          <h1 lang="en" className="text-xl">
            Unexpected Application Error!
          </h1>
          <h2 className="text-4xl">Oops! Algo deu errado.</h2>
          <p>Nossa equipe foi avisada e já vai olhar o motor.</p>
          <button
            type="button"
            onClick={() => location.reload()}
            className="h-12 rounded-xl bg-primary px-6 text-primary-ink"
          >
            Recarregar a Página
          </button>
          <details>
            <summary>Detalhes do erro</summary>
            <pre className="whitespace-pre-wrap">{error.message}</pre>
          </details>
        </main>
      </body>
    </html>
  );
}
