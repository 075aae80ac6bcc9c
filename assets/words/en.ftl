### The words of menus and settings, in Fluent (https://projectfluent.org). A test holds that each is used and that none is missing.

## Title
title-play = Play
title-levels = Levels
title-settings = Settings
title-credits = Credits
title-quit = Quit
title-keys = Arrows  Enter

notice-plain = Without a graphics card the picture is plain (Settings, Picture)

## Level list
list-heading = Levels
list-title = Title
list-labs = Labs
list-has-errors = has errors
list-new = not finished yet
list-assisted = { $time } a
list-shards = { $taken } of { $all } shards
next-medal = { $medal } at { $time }
world-first-light = First Light
world-clockwork = Clockwork
world-moonrise = Moonrise
world-glass-garden = Glass Garden
world-ironworks = Ironworks
world-mirror-hall = Mirror Hall
world-halftone = Halftone
world-hairline = Hairline
medal-bronze = bronze
medal-silver = silver
medal-gold = gold

## Pause
pause-heading = Paused
pause-resume = Resume
pause-restart = Restart
pause-levels = Level list
pause-settings = Settings
pause-title = Title
pause-quit = Quit

## Finished
finished-heading = Finished
finished-next = Next level
finished-continue = Continue
finished-again = Again
finished-levels = Level list
finished-title = Title
finished-quit = Quit
finished-assisted = assisted
finished-debugged = moved by the debug view, does not count
finished-new-best = new best, before { $time }
finished-best = best { $time }
finished-first = first time
finished-splits = Shards at { $times }
deaths =
    { $count ->
        [0] no deaths
        [one] 1 death
       *[other] { $count } deaths
    }

## After the last level
end-levels = { $done } of { $all } levels
end-list = Level list
end-title = Title
end-chart = Best times, level by level

## Credits
credits-heading = Credits
credits-own = Rules, levels, pictures, sounds and music are the game's own: every shape is drawn and every note is made by its code.
credits-parts = Built with
credits-back = Back

## Sound, in menus
sound-none = No sound device
sound-off = M  Sound is off
sound-on = M  Sound is on

## Settings
settings-heading = Settings
settings-back = Back
settings-reset = Reset this page
settings-keys = Page Up  Page Down  Escape
settings-tab-picture = Picture
settings-tab-sound = Sound
settings-tab-controls = Controls
settings-tab-assist = Assist
value-on = on
value-off = off
value-percent = { $percent } %

window = Window
window-help = F11 does the same at any time.
window-window = window
window-fullscreen = full screen
vsync = Wait for the screen
vsync-help = No frame is torn. Off answers to a press a little sooner.
frame-cap = Frame limit
frame-cap-help = The most frames a second. The rules run at 128 ticks a second whatever this is.
frame-cap-none = none
detail = Picture
detail-help = Plain is flat and fast: no glow, no smooth edges. Automatic is plain where there is no graphics card.
detail-auto = automatic
detail-full = full
detail-plain = plain
palette = Colors
palette-help = Each world has colors of its own; one palette for all of them may be easier to see.
palette-of-world = of each world
palette-clockwork = { world-clockwork } (red-green safe)
palette-halftone = { world-halftone } (grey)
palette-hairline = { world-hairline } (high contrast)
bloom = Glow
bloom-help = How strongly beams and lamps shine.
particles = Particles
particles-help = Sparks, dust and the squash of what bounces.
shake = Screen shake
shake-help = How far the picture moves when something hits hard.
reduce-flashes = Reduce flashes
reduce-flashes-help = The line of a death does not glow, and turrets fire without a flash.
hud-size = Display size
hud-size-help = The texts over the level: clock, shards, name and hint.
text-size = Text size
text-size-help = All text in menus.
show-clock = Show the clock
show-clock-help = The time of the run, over the level.
show-frame-rate = Show the frame rate
show-frame-rate-help = In the corner, over everything.

sound-enabled = Sound
sound-enabled-help = M does the same in every menu and in play.
master = Volume
master-help = Everything.
effects = Effects
effects-help = Steps, jumps, shots, doors and menus.
music = Music
music-help = It follows danger, focus and progress.
hazards = Beams
hazards-help = The voice of each beam, by which one hears where it is.
mono = Mono
mono-help = Both ears hear the same.
balance = Balance
balance-help = Left or right.
balance-center = center
balance-left = { $percent } % left
balance-right = { $percent } % right
delay = Delay
delay-help = Safe for devices that crackle; sound comes a little later.
delay-short = short
delay-safe = safe

focus-toggles = Focus works by
focus-toggles-help = Hold: time is slow while the key is down. Toggle: until the next press.
focus-holds = hold
focus-toggle = toggle
pad-in-background = Gamepad in the background
pad-in-background-help = With a gamepad connected, play goes on while another window has the focus.
bind-help = Enter, then press what it should be. Delete removes it. Menus always keep arrows, Enter and Escape.
bind-press = press ...
bind-conflict = Also used for { $action }.
bind-fixed = not { $name }
action-left = Run left
action-right = Run right
action-up = Up, and jump
action-down = Down
action-jump = Jump
action-focus = Focus
action-restart = Restart

assist-note = Hairline is meant to be hard, and to be finished. Make it yours: a run with help has a time of its own, marked as assisted.
game-speed = Game speed
game-speed-help = Everything runs slower, the ninja too.
endless-focus = Endless focus
endless-focus-help = The meter never runs out.
beam-charge = Beams charge
beam-charge-help = How long a beam warns before it is lit.
beam-paths = Show the beams' paths
beam-paths-help = Where each beam will be in the next moments.
forgive-hit = Forgive one hit
forgive-hit-help = The first hit of each run does not kill.
shard-checkpoints = Start again at the last shard
shard-checkpoints-help = A death leads back to where the last shard was taken.
invincible = Invincible
invincible-help = Nothing kills but a fall out of the level.
