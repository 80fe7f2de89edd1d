// Whether the work keeps up: workers, the queue and runners, for an operator.

import { html, LitElement, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import type { WorkloadQuery } from "../../generated/graphql/graphql.ts";
import { date, figure, share } from "../shared/telling.ts";
import { inWords } from "../shell/page.ts";
import { ask } from "../shell/service.ts";
import { language } from "../shell/settings.ts";
import { sheet } from "../shell/sheet.ts";
import { WORKLOAD } from "./host-queries.ts";
import { HOST_WORDS as WORDS } from "./host-words.ts";

type Workload = NonNullable<WorkloadQuery["workload"]>;

const AGAIN_MS = 10_000;

@customElement("host-work")
export class HostWork extends LitElement {
  static override styles = [sheet];
  @state() private told: Workload | null = null;
  @state() private problem = "";
  private timer = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.read();
    this.timer = window.setInterval(() => document.hidden || void this.read(), AGAIN_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  private async read(): Promise<void> {
    try {
      this.told = (await ask(WORKLOAD, {})).workload ?? null;
      this.problem = "";
    } catch (error) {
      this.problem = inWords(error);
    }
  }

  override render() {
    const text = words(WORDS, language());
    const told = this.told;
    return html`${this.problem ? html`<p class="trouble" role="alert">${this.problem}</p>` : nothing}
      ${told ? html`<dl>
        <dt>${text.workers}</dt><dd class=${told.workers ? "" : "bad"}>${told.workers || text.workersNone}</dd>
        <dt>${text.jobs}</dt><dd>${!told.waitingJobs ? text.jobsNone : fill(text.jobsTold, { count: told.waitingJobs, time: told.waitsSinceMs === null ? "?" : date(told.waitsSinceMs) })}</dd>
        <dt>${text.failedJobs}</dt><dd class=${told.failedJobs ? "bad" : ""}>${told.failedJobs}</dd>
        <dt>${text.checks}</dt><dd>${told.pendingChecks}</dd>
        <dt>${text.needed}</dt><dd>${told.programsNeeded}</dd>
      </dl>${this.runners(told.runners)}` : nothing}`;
  }

  private runners(runners: Workload["runners"]) {
    const text = words(WORDS, language());
    if (!runners.length) return html`<p class="note">${text.runnersNone}</p>`;
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${text.runners}><table>
      <caption class="unseen">${text.runners}</caption>
      <thead><tr><th scope="col">${text.runner}</th><th scope="col" class="figure">${text.holds}</th><th scope="col" class="figure">${text.load}</th>
        <th scope="col" class="figure">${text.speed}</th><th scope="col">${text.sandbox}</th></tr></thead>
      <tbody>${runners.map(({ id, held, places, load, speedIndex, sandbox }) => html`<tr><th scope="row">${id}</th>
        <td class="figure">${held}/${places}</td><td class="figure">${share(load)}</td>
        <td class="figure">${figure(speedIndex, 2)}</td><td class="small">${sandbox}</td></tr>`)}</tbody></table></div>`;
  }
}
