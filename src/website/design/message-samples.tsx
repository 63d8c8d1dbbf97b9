import { Icon } from '../components/icon.tsx'

export function Dialogs() {
  return (
    <>
      <div class="dialog dialog-demo">
        <div class="dialog-head">
          <h3>Key created</h3>
          <button class="btn btn-quiet btn-icon" type="button" aria-label="Close">
            <Icon name="x" />
          </button>
        </div>
        <div class="dialog-body stack">
          <p>Copy it now. You won’t be able to see this key again.</p>
          <p class="secret">
            <code>larder_read_…hTPS</code>
            <button class="btn btn-quiet" type="button" data-copy>
              <Icon name="copy" small />
              Copy
            </button>
          </p>
        </div>
        <div class="dialog-foot">
          <button class="btn btn-primary" type="button">
            Done
          </button>
        </div>
      </div>
      <p class="toast toast-demo">
        <Icon name="check" />
        Copied to clipboard
      </p>
    </>
  )
}

export function Notes() {
  return (
    <div class="grid two">
      <div class="note">
        <Icon name="info" />
        <p>The source states no ingredients.</p>
      </div>
      <div class="note note-ok">
        <Icon name="circle-check" />
        <p>
          <b>Email confirmed.</b> You can create keys now.
        </p>
      </div>
      <div class="note note-partly">
        <Icon name="triangle-alert" />
        <p>
          <b>You reached 80% of your limit</b> at 12:41 UTC.
        </p>
      </div>
      <div class="note note-danger">
        <Icon name="circle-alert" />
        <p>
          <b>Payment failed.</b> Update your card.
        </p>
      </div>
    </div>
  )
}

export function EmptyStates() {
  return (
    <div class="grid two">
      <div class="empty">
        <span class="tile tile-green">
          <Icon name="key-round" />
        </span>
        <h3>No API keys yet</h3>
        <p>Create a key to see your usage and set limits per app.</p>
        <p class="cluster">
          <button type="button" class="btn btn-primary">
            Create API key
          </button>
        </p>
      </div>
      <div class="card stack" role="status" aria-busy="true" aria-label="Loading">
        {[1, 2, 3].map(row => (
          <div key={row} class="skel-row">
            <span class="skel skel-box" />
            <span class="stack-s">
              <span class="skel skel-m" />
              <span class="skel skel-s" />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
