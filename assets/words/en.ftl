### All that the game writes on the screen, in Fluent (https://projectfluent.org). A test holds that each is used and that none is missing.

## Title
title-play = Play
title-levels = Levels
title-daily = Daily three
title-settings = Settings
title-credits = Credits
title-quit = Quit
title-keys =
    { $device ->
        [pad] D-pad  { $confirm }
       *[keys] Arrows  { $confirm }
    }

## Notices, below the title
notice-no-graphics-card = No graphics card was found: the processor draws the picture
notice-resolution = Frames came late: levels have fewer pixels until the window changes (Settings, Picture)
notice-not-saved = Progress is not saved: { $reason }
notice-newer = { $file } is of a later version and is kept as { $name }
notice-damaged = { $file } is damaged and is kept as { $name }
notice-altered = The profile is not as the game wrote it. It is used as it is.
notice-altered-kept = The profile is not as the game wrote it. It is used as it is, and the backup before it is kept as { $name }
notice-backup = The progress of the last backup is back
notice-missing-backup = The profile was missing: the progress of the last backup is back
notice-not-used = { $file } is not used: { $reason }

## Daily three
daily-heading = Daily three
daily-about = { $date }. The same for everyone, until midnight in universal time
daily-waiting = A level is being chosen and proved …
daily-too-few = the rooms give only { $count } of { $all }
daily-failed = There are no daily levels: { $reason }
daily-mirrored = Mirrored: left is right
daily-no-focus = No focus
daily-faster = Hazards faster by 15 %
daily-in-order = All shards, in their order
daily-dark = Dark, but for the light of beams
daily-new = not tried yet
daily-tried =
    { $tries ->
        [one] 1 try so far
       *[other] { $tries } tries so far
    }
daily-finished = tries { $tries }  best { $time }
daily-assisted = tries { $tries }  with help { $time }
daily-copy = Ctrl+C  Copy the line
daily-title = Title

## At quitting, while progress cannot be saved
unsaved-heading = Not saved
unsaved-again = Try again
unsaved-leave = Quit without saving

## Level list
list-heading = Levels
list-title = Title
list-labs = Labs
list-has-errors = has errors
list-new = not finished yet
list-assisted = { $time } a
list-night = night
list-closed = closed
list-watch = { $watch }  Watch your best
list-copy = Ctrl+C  Copy as text
list-keep = K  Keep it
list-forget = K  Do not keep it
list-foreign = From others
foreign-name = { $name }, from others
list-paste = Ctrl+V  Paste a level or a run
list-progress = { $done } of { $all }
list-opens-by-levels = opens with { $count } finished levels of { $world }
list-opens-by-shards = opens with every shard of { $world }
list-shards = { $taken } of { $all } shards
next-medal = { $medal } at { $time }
next-medal-with-shards = { $medal } at { $time } with every shard
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
medal-hairline = hairline

## Lines of text, and films
copied-run = The run on { $name } is copied: a line of { $count } characters
copied-level = { $name } is copied: a line of { $count } characters
copied-day = The line of the day is copied
copied-as-file = Too long for a line of text: it is saved as { $file }
not-copied = It cannot be copied: { $reason }
not-copied-help = Only a run without help can be copied: others play it back to check it
pasted-level = { $name } is in the list
pasted-run = The pasted run on { $name }
pasted-no-line = The clipboard has no line of text of this game; those begin with hl1:
pasted-closed = { $name } is still closed
pasted-unknown-level = This run is of a level that is not here: ask for the line with its level
not-pasted = It cannot be pasted: { $reason }
kept = It is kept: { $file }
kept-no-more = It is kept no more: { $file } is removed
no-folder = there is no folder for it
kept-too-many = { $folder } has { $count } levels, and the list has the first { $most }
not-kept = It cannot be kept: { $reason }
filming-begins = The film is being drawn
filming = The film: { $percent } %
filmed = The film is { $file }
not-filmed = There is no film: { $reason }
film-broke-off = it broke off
not-filmed-help = Only a run without help can be filmed

## Pause
pause-heading = Paused
pause-resume = Resume
pause-restart = Restart
pause-levels = Level list
pause-daily = Daily three
pause-last-death = Last death
pause-practice = Practice
pause-practice-end = End practice
pause-keys =
    { $device ->
        [pad] In play   { $previous }  Last death
       *[keys] In play   L  Last death   P  Practice
    }
pause-settings = Settings
pause-title = Title
pause-quit = Quit

## The last death, seen again
last-death-waiting = The last death
last-death-back = Any key  Back
last-death-clearance = Clearance, the last second
last-death-cause =
    { $cause ->
        [beam] A beam.
        [bullet] A bullet.
        [orb] An orb.
        [mine] A mine.
        [spikes] Spikes.
        [press] Crushed.
       *[fall] A fall.
    }
last-death-searching = Looking for what would have helped
last-death-later = later
last-death-earlier = earlier
last-death-ticks =
    { $ticks ->
        [one] 1 tick ({ $ms } ms)
       *[other] { $ticks } ticks ({ $ms } ms)
    }
last-death-lives = Would live: { $change }
last-death-moved = { $button } { $ticks } { $when }
last-death-pressed = press { $button } { $ticks } { $when }
last-death-released = let go of { $button } { $ticks } { $when }
last-death-left-out = without { $button }, { $seconds } s before
last-death-added = { $button }, { $seconds } s before
last-death-let-go = let go of { $button }, { $seconds } s before
last-death-nothing = None of { $shifts } presses at other times, { $left } left out, { $added } added and { $others } other changes helps

## A run on its time line, and practice
watch-replay = Replay
watch-practice = Practice
watch-place = { $at } of { $length }
watch-speed = ×{ $speed }
practice-kept = Place { $number } is kept
practice-no-place = Place { $number } is not kept yet
practice-no-death = No death yet
watch-replay-keys =
    { $device ->
        [pad] { $confirm }  Stop, go   Right stick  Time   { $previous } { $next }  Speed   { $large }  Practice   { $back }  Back
       *[keys] Space  Stop, go   ← →  Time   , .  Speed   { $confirm }  Practice   { $back }  Back
    }
watch-practice-keys =
    { $device ->
        [pad] Right stick  Time, press it  Keep   { $back }  Return   Any button of play  Go on
       *[keys] Q E  Time   F1 F2  Keep   1 2  Return   Any key of play  Go on
    }
watch-practice-play-keys =
    { $device ->
        [pad] { $tries }  Back in time   { $large }  Before the last death   Right stick  Keep   { $back }  Return   { $pause }  End
       *[keys] Q  Back in time   B  Before the last death   F1 F2  Keep   1 2  Return   P  End
    }
watch-outdated = The level has changed. This run belongs to version { $version }
watch-outdated-keys = { $back }  Back

## Finished
finished-heading = Finished
finished-next = Next level
finished-continue = Continue
finished-again = Again
finished-levels = Level list
finished-daily = Daily three
finished-title = Title
finished-quit = Quit
finished-assisted = assisted
finished-practiced = practice, does not count
finished-debugged = moved by the debug view, does not count
finished-new-best = new best, before { $time }
finished-best = best { $time }
finished-first = first time
finished-splits = Shards at { $times }
finished-loss =
    { $against ->
        [own] Most lost to your best: { $seconds } s from { $from } to { $to }
        [medal] Most lost to the medal: { $seconds } s from { $from } to { $to }
        [proof] Most lost to the proof: { $seconds } s from { $from } to { $to }
       *[file] Most lost to the ghost: { $seconds } s from { $from } to { $to }
    }
place-start = the start
place-shard = shard { $number }
place-flag = flag { $number }
place-exit = the exit
deaths =
    { $count ->
        [0] no deaths
        [one] 1 death
       *[other] { $count } deaths
    }

## The finished run, seen again
seen-large = { $large }  Large
seen-tries = { $tries }  All tries
seen-alone = { $large }  This run alone
seen-watch = { $watch }  Time line
seen-copy = Ctrl+C  Copy as text
seen-film = F  Film
seen-result = { $back }  Result
seen-count =
    { $count ->
        [one] 1 try
       *[other] { $count } tries
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
sound-off =
    { $device ->
        [pad] Sound is off
       *[keys] M  Sound is off
    }
sound-on =
    { $device ->
        [pad] Sound is on
       *[keys] M  Sound is on
    }

## Keys and buttons
key-space = Space
key-enter = Enter
key-tab = Tab
key-backspace = Backspace
key-delete = Delete
key-insert = Insert
key-home = Home
key-end = End
key-page-up = Page Up
key-page-down = Page Down
key-caps-lock = Caps Lock
key-escape = Escape
key-left-shift = L Shift
key-right-shift = R Shift
key-left-control = L Ctrl
key-right-control = R Ctrl
key-left-alt = L Alt
key-right-alt = R Alt
key-numpad = Num { $key }
mouse-left = Left click
mouse-right = Right click
mouse-middle = Wheel click
mouse-back = Mouse back
mouse-forward = Mouse forward
mouse-other = Mouse { $number }
button-d-pad = D-pad { $arrow }
button-south = South
button-east = East
button-north = North
button-west = West
button-cross = Cross
button-circle = Circle
button-square = Square
button-triangle = Triangle
button-start = Start
button-menu = Menu
button-options = Options
button-select = Select
button-view = View
button-create = Create

## A level file with errors or warnings, while it is played
report-more =
    { $count ->
        [one] and 1 more problem
       *[other] and { $count } more problems
    }
report-more-warnings = and { $count } more
report-runs-until-fixed = The last valid version keeps running until the file is fixed.
report-runs = The last valid version keeps running.
report-starts-when-fixed = The level starts as soon as the file is fixed.   { $pause }: title
report-to-list = { $pause }: level list
recorded = Recorded to { $file }
not-recorded = Not recorded to { $file }: { $reason }

## The debug view
debug-times = { $rate } frames/s   frame { $frame } ms   tick { $tick } us
debug-no-sound = no sound device
debug-sound =
    { $underruns ->
        [one] sound { $frames } frames at { $rate } Hz   delay { $delay } ms   1 underrun
       *[other] sound { $frames } frames at { $rate } Hz   delay { $delay } ms   { $underruns } underruns
    }
debug-run = tick { $tick }   hazards { $hazards } half ticks   { $phase }
debug-running = running
debug-dead = dead
debug-finished = finished
debug-ninja = at { $x } { $y }   speed { $speed-x } { $speed-y }
debug-ground = ground { $x } { $y }, slope { $slope } deg
debug-cameras =
    { $seeing ->
        [0] not seen
       *[other] SEEN by { $seeing } of { $all ->
            [one] 1 camera
           *[other] { $all } cameras
        }
    }
debug-stepping = Stepping   F4 next tick   F3 view   Esc menu

## Settings
settings-heading = Settings
settings-back = Back
settings-reset = Reset this page
settings-keys = { $previous }  { $next }  { $back }
settings-tab-picture = Picture
settings-tab-sound = Sound
settings-tab-controls = Controls
settings-tab-assist = Assist
# The name of something with its value, for screen readers.
named-value = { $name }: { $value }
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
resolution = Resolution of levels
resolution-help = Automatic takes fewer pixels while frames come late. Text is always sharp.
resolution-auto = automatic
resolution-full = full
resolution-half = half
palette = Colors
palette-help = Each world has colors of its own; one palette for all of them may be easier to see.
palette-of-world = of each world
palette-clockwork = { world-clockwork } (red-green safe)
palette-halftone = { world-halftone } (gray)
palette-hairline = { world-hairline } (high contrast)
bloom = Glow
bloom-help = How strongly beams shine.
darkness = Darkness
darkness-help = How dark a dark room is where no light falls. What kills stays as bright.
particles = Particles
particles-help = Sparks, dust and the squash of what bounces.
shake = Screen shake
shake-help = How far the picture moves when something hits hard.
hit-stop = Hit-stop
hit-stop-help = How long the picture is held when the ninja dies: less than 0.05 s. The game itself never waits, and pressing a game control ends it.
reduce-flashes = Reduce flashes
reduce-flashes-help = No glow at a death, no fire at a muzzle, no rings of light, no motion between screens.
transitions = Motion between screens
transitions-help = A moment of it, which any press ends. Reduced flashes have none.
hud-size = Display size
hud-size-help = The texts over the level: clock, shards, name and hint.
text-size = Text size
text-size-help = All text in menus.
precognition = Focus shows what comes
precognition-help = Where light, bullets, walls and the ninja will be in the next moments.
ghosts = Race against
ghosts-help = Your best run and one that just earns the next medal, with times at shards and flags; with gold the level's proof.
ghosts-off = nobody
ghosts-best = my best
ghosts-all = my best, next medal
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
bind-help =
    { $device ->
        [pad] { $confirm }, then press what it should be. Menus always keep their own buttons.
       *[keys] { $confirm } or a click, then press a key or a button of the mouse. Delete removes it. Menus always keep their own keys.
    }
bind-none = (not bound)
# The slots of an action, for screen readers.
slot-first-key = { $action }, first key
slot-second-key = { $action }, second key
slot-first-button = { $action }, first button
slot-second-button = { $action }, second button
slot-empty = empty
bind-press = press ...
bind-keys =
    { $device ->
        [pad] Press a key or a button of the mouse. { $back } leaves it as it is.
       *[keys] Press a key or a button of the mouse. Escape, or a turn of the wheel, leaves it as it is.
    }
bind-buttons =
    { $device ->
        [pad] Press a button of the gamepad. { $pause } leaves it as it is.
       *[keys] Press a button of the gamepad. Escape, or a turn of the wheel, leaves it as it is.
    }
bind-right-click = The right button no longer pauses; turning the wheel does.
bind-conflict = Also used for { $action }.
bind-fixed = not { $name }
action-left = Run left
action-right = Run right
action-up = Up, jump
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
precognition-always = Always show what comes
precognition-always-help = Where light, bullets, walls and the ninja will be in the next moments, without focus too.
forgive-hit = Forgive one hit
forgive-hit-help = The first hit of each run does not kill.
shard-checkpoints = Start again at the last shard
shard-checkpoints-help = A death leads back to where the last shard was taken.
invincible = Invincible
invincible-help = Nothing kills but a fall out of the level.
all-worlds = All levels open
all-worlds-help = Every world and night level can be chosen at once. Runs count as usual.
